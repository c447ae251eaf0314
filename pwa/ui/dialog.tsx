/**
 * A dialog above the screen, a bottom sheet on phones (radix keeps the focus inside). Its overlay
 * covers a dialog that was opened before it.
 */

import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Button, type ButtonSize } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'
import { KeptWords } from './kept-words.tsx'
import { isInToast } from './toast-region.ts'

interface DialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  title: string
  description?: string
  /** Two columns on desktops; `preview` leaves room for a form beside what it makes. */
  wide?: boolean | 'preview'
  /**
   * At the right edge on desktops, full height, so that it doesn't jump when its content changes.
   */
  drawer?: boolean
  children: ReactNode
}

const shapes = {
  box: 'max-h-[92dvh] sm:inset-0 sm:m-auto sm:h-fit sm:rounded-xl',
  drawer:
    'h-[92dvh] sm:inset-y-0 sm:right-0 sm:left-auto sm:h-dvh sm:max-w-120 sm:rounded-none sm:rounded-l-xl',
}

type TextField = HTMLInputElement | HTMLTextAreaElement
/**
 * Fields whose text keeps a dialog open. Search fields don't, nor does text marked as unchanged.
 */
const textFields =
  ':is(textarea, input:not([type=checkbox], [type=radio], [type=search], [role=combobox])):not([data-unchanged])'

export function Dialog(props: DialogProps) {
  const { open, onOpen, title, description, wide, drawer, children } = props
  const focusReturn = useFocusReturn(open)
  const content = useRef<HTMLDivElement>(null)
  const typedIn = useRef(new WeakSet<EventTarget>())
  /** Taps outside are often accidental and must not discard typed text. */
  const hasTypedText = () =>
    [...(content.current?.querySelectorAll<TextField>(textFields) ?? [])].some(
      (field) => field.value !== '' && typedIn.current.has(field),
    )
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpen}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="appear fixed inset-0 z-50 bg-shade" />
        <RadixDialog.Content
          {...(!description && { 'aria-describedby': undefined })}
          {...focusReturn}
          ref={content}
          onInput={({ target }) => typedIn.current.add(target)}
          onInteractOutside={(event) => {
            if (isInToast(event.target) || hasTypedText()) event.preventDefault()
          }}
          className={classNames(
            'rise fixed inset-x-0 bottom-0 z-50 scroll-pb-36 overflow-y-auto overscroll-contain rounded-t-xl border-transparent bg-surface p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-lifted focus:outline-none sm:w-full forced-colors:border',
            drawer ? shapes.drawer : shapes.box,
            !drawer && (wide ? 'sm:max-w-2xl' : 'sm:max-w-md'),
            wide === 'preview' && 'lg:max-w-4xl xl:max-w-5xl',
          )}
        >
          <RadixDialog.Title className="wrap-anywhere pr-11 font-semibold text-xl tracking-tight">
            <KeptWords>{title}</KeptWords>
          </RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="mt-1.5 text-ink-soft text-sm">
              <KeptWords>{description}</KeptWords>
            </RadixDialog.Description>
          )}
          <div className="mt-5">{children}</div>
          <RadixDialog.Close
            aria-label={uiTexts.close}
            className="absolute top-3.5 right-3.5 flex size-11 items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink print:hidden"
          >
            <X size={18} aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** Closes the dialog as Escape and its X do. */
export function DialogCancel(props: { size?: ButtonSize; children: string }) {
  return (
    <RadixDialog.Close asChild>
      <Button look="secondary" {...props} />
    </RadixDialog.Close>
  )
}

/**
 * A dialog's final buttons: stacked on phones with the action on top, at the right on desktops. They
 * stay in sight above a long form, unless the screen is too low for both.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="bottom-0 z-10 mt-6 flex flex-col-reverse gap-3 bg-surface shadow-[0_2.5rem_0_var(--surface),0_-0.5rem_0.75rem_var(--surface)] *:min-h-11 sm:flex-row sm:justify-end [@media(min-height:30rem)]:sticky">
      {children}
    </div>
  )
}
