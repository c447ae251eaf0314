/**
 * Editing what others may edit too. Someone else's change while a form is open is told at once, since
 * saving on top of an earlier version would be refused; and only what is different is sent.
 */
import { type ReactNode, useState } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import type { Discount } from '#schema/contract/discount.ts'

interface EditDialogProps<Thing> {
  /** As it is by now; null for a new one. */
  thing: Thing | null
  title: string
  /** Of a new one. */
  hint: string
  changedMeanwhile: string
  onClose: () => void
  /**
   * The form over the version that its editor has seen; once that is no longer the latest, saving it
   * would be refused.
   */
  children: (seen: Thing | null, isOutdated: boolean) => ReactNode
}

export function EditDialog<Thing extends { revision: string }>({
  thing,
  title,
  hint,
  changedMeanwhile,
  onClose,
  children,
}: EditDialogProps<Thing>) {
  const [seen, setSeen] = useState(thing)
  const isOutdated = thing !== null && seen !== null && thing.revision !== seen.revision
  return (
    <Dialog
      wide
      open
      onOpen={(open) => !open && onClose()}
      title={title}
      {...(!thing && { description: hint })}
    >
      {isOutdated && (
        <div className="mb-5">
          <ChangedMeanwhile onLatest={() => setSeen(thing)}>{changedMeanwhile}</ChangedMeanwhile>
        </div>
      )}
      {children(seen, isOutdated)}
    </Dialog>
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
 * What someone else may set meanwhile is left to them; a discount changes whole.
 * @param sameAs where a form knows less of a value than is kept
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
