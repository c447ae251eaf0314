/** Asks for confirmation, mostly before actions that can't be undone. */

import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Button, type ButtonLook } from './button.tsx'
import { DialogActions } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'
import { KeptWords } from './kept-words.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpen: (open: boolean) => void
  title: string
  children: ReactNode
  /** The button's label: 'Deactivate', 'Sign out anyway'. */
  act: string
  /** `primary` for serious actions that lose nothing. */
  look?: ButtonLook
  cancel?: string
  busy?: boolean
  /** Why the action is disabled now; shown in the dialog. */
  obstacle?: string | null
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  onOpen,
  title,
  children,
  act,
  look = 'danger',
  cancel = uiTexts.cancel,
  busy = false,
  obstacle = null,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="appear fixed inset-0 z-50 bg-shade" />
        <AlertDialog.Content
          {...focusReturn}
          className="rise fixed inset-x-4 inset-y-0 z-50 m-auto h-fit max-h-[92dvh] max-w-md overflow-y-auto rounded-xl bg-surface p-6 shadow-lifted focus:outline-none"
        >
          <AlertDialog.Title className="wrap-anywhere font-semibold text-xl tracking-tight">
            <KeptWords>{title}</KeptWords>
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="wrap-anywhere mt-2 text-ink-soft">
              <div>
                {typeof children === 'string' ? <KeptWords>{children}</KeptWords> : children}
              </div>
              {obstacle && <p className="mt-3 text-sm text-warning">{obstacle}</p>}
            </div>
          </AlertDialog.Description>
          <DialogActions>
            <AlertDialog.Cancel asChild>
              <Button look="secondary">{cancel}</Button>
            </AlertDialog.Cancel>
            <Button look={look} busy={busy} disabled={obstacle !== null} onClick={onConfirm}>
              <KeptWords>{act}</KeptWords>
            </Button>
          </DialogActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
