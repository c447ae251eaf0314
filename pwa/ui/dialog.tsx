/** A task of its own above the screen (radix: focus kept inside, Escape closes). */
import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface DialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  title: string
  description?: string
  children: ReactNode
}

export function Dialog({ open, onOpen, title, description, children }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpen}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="appear fixed inset-0 z-40 bg-shade" />
        <RadixDialog.Content
          {...(!description && { 'aria-describedby': undefined })}
          className="rise fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-xl bg-surface p-6 shadow-lifted sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[30rem] sm:max-w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl"
        >
          <RadixDialog.Title className="pr-10 font-semibold text-xl">{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="mt-1 text-ink-soft text-sm">
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
