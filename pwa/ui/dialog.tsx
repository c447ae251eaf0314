/**
 * A task of its own above the screen; a sheet from below on a phone (radix: focus kept inside).
 * Its shade covers a dialog that was open before it.
 */
import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { isInToast } from './toast-region.ts'

interface DialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  title: string
  description?: string
  /** Two columns on a desktop. */
  wide?: boolean
  children: ReactNode
}

export function Dialog({ open, onOpen, title, description, wide, children }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpen}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="appear fixed inset-0 z-50 bg-shade" />
        <RadixDialog.Content
          {...(!description && { 'aria-describedby': undefined })}
          onInteractOutside={(event) => isInToast(event.target) && event.preventDefault()}
          className={classNames(
            'rise fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto overscroll-contain rounded-t-xl bg-surface p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-lifted focus:outline-none sm:inset-0 sm:m-auto sm:h-fit sm:w-full sm:rounded-xl',
            wide ? 'sm:max-w-2xl' : 'sm:max-w-md',
          )}
        >
          <RadixDialog.Title className="pr-10 font-semibold text-xl tracking-tight">
            {title}
          </RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="mt-1.5 text-ink-soft text-sm">
              {description}
            </RadixDialog.Description>
          )}
          <div className="mt-5">{children}</div>
          <RadixDialog.Close
            aria-label="Close"
            className="absolute top-4 right-4 flex size-10 items-center justify-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
          >
            <X size={18} aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** The buttons that end it: one below the other on a phone, the act on top; right on a desktop. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-3 *:min-h-11 sm:flex-row sm:justify-end">
      {children}
    </div>
  )
}
