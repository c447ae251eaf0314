/** Asks before what cannot be undone. */
import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  title: string
  children: ReactNode
  /** The act in words: 'Deactivate', 'Sign out anyway'. */
  act: string
  cancel?: string
  busy?: boolean
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  onOpen,
  title,
  children,
  act,
  cancel = 'Cancel',
  busy = false,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="appear fixed inset-0 z-40 bg-shade" />
        <AlertDialog.Content className="rise fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-xl bg-surface p-6 shadow-lifted">
          <AlertDialog.Title className="font-semibold text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 text-ink-soft">{children}</div>
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button look="secondary">{cancel}</Button>
            </AlertDialog.Cancel>
            <Button look="danger" busy={busy} onClick={onConfirm}>
              {act}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
