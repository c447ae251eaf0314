/**
 * A form for something that other people may edit too. It reports another person's change at once,
 * since the server would refuse to save over a version that the editor hasn't seen, and it sends
 * only the fields that changed. _Back_, Cancel, Escape and X ask before they drop what was typed, and
 * the browser asks before a reload or a closed tab does.
 */
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { businessTexts } from '#pwa/texts/business.ts'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import type { Discount } from '#schema/contract/discount.ts'

interface EditDialogProps<Thing> {
  /** The latest version; null when creating a new one. */
  thing: Thing | null
  title: string
  /** Shown when creating a new one. */
  hint: string
  changedMeanwhile: string
  wide?: 'preview'
  onClose: () => void
  /**
   * The form, given the version that its editor has seen and whether a later one exists; the server
   * would refuse to save over that.
   */
  children: (seen: Thing | null, isOutdated: boolean) => ReactNode
}

export function EditDialog<Thing extends { revision: string }>({
  thing,
  title,
  hint,
  changedMeanwhile,
  wide,
  onClose,
  children,
}: EditDialogProps<Thing>) {
  const [seen, setSeen] = useState(thing)
  const [isBegun, setBegun] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isOutdated = thing !== null && seen !== null && thing.revision !== seen.revision
  return (
    <Dialog
      wide={wide ?? true}
      open
      onOpen={() => (isBegun ? setClosing(true) : onClose())}
      title={title}
      {...(!thing && { description: hint })}
    >
      {isOutdated && (
        <div className="mb-5">
          <ChangedMeanwhile onLatest={() => setSeen(thing)}>{changedMeanwhile}</ChangedMeanwhile>
        </div>
      )}
      <div onInput={() => setBegun(true)}>{children(seen, isOutdated)}</div>
      {isBegun && (
        <LeaveQuestion isClosing={isClosing} onStay={() => setClosing(false)} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface LeaveQuestionProps {
  isClosing: boolean
  onStay: () => void
  onClose: () => void
}

function LeaveQuestion({ isClosing, onStay, onClose }: LeaveQuestionProps) {
  const leaving = useBlocker({
    shouldBlockFn: () => true,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={isClosing || leaving.status === 'blocked'}
      onOpen={() => {
        onStay()
        leaving.reset?.()
      }}
      title={businessTexts.leaveTitle}
      act={businessTexts.leave}
      cancel={businessTexts.keepEditing}
      onConfirm={leaving.proceed ?? onClose}
    >
      {businessTexts.leaveMeaning}
    </ConfirmDialog>
  )
}

interface ChangedMeanwhileProps {
  onLatest: () => void
  children: string
}

export function ChangedMeanwhile({ onLatest, children }: ChangedMeanwhileProps) {
  return (
    <Banner
      tone="warning"
      inset
      action={
        <button type="button" className={bannerActionClass} onClick={onLatest}>
          {uiTexts.showLatest}
        </button>
      }
    >
      {children}
    </Banner>
  )
}

type Comparisons<Terms> = {
  [Name in keyof Terms]?: (one: Terms[Name], other: Terms[Name]) => boolean
}

/**
 * Sends only the changed fields, so that other people's edits to the rest survive. A discount's
 * type and value change together.
 * @param sameAs comparisons for fields where the form holds less detail than the stored value
 */
export function changedTerms<Terms extends Discount>(
  seen: Terms,
  terms: Terms,
  sameAs: Comparisons<Terms>,
): Partial<Terms> {
  const isChanged = (name: keyof Terms) => !(sameAs[name] ?? Object.is)(seen[name], terms[name])
  const { discountType, discountValue, ...others } = terms
  const changed = Object.entries(others).filter(([name]) => isChanged(name as keyof Terms))
  const isOtherDiscount =
    discountType !== seen.discountType || Number(discountValue) !== Number(seen.discountValue)
  return {
    ...Object.fromEntries(changed),
    ...(isOtherDiscount && { discountType, discountValue }),
  } as Partial<Terms>
}
