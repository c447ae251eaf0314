/**
 * An owner's work on QR codes: the open dialog, and changes. Changes call the server directly
 * instead of going through the outbox: a leaked code is stopped only once the server confirms it.
 */
import { useReducer } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { keep } from '#pwa/texts/keep.ts'
import { qrCodeTexts as texts } from '#pwa/texts/qr-codes.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { QrCode, QrCodeChanges } from '#schema/contract/qr-code.ts'

export type CodeDialog = { kind: 'edit' | 'retire' | 'scans'; qrCode: QrCode } | { kind: 'sheet' }

interface CodesState {
  dialog: CodeDialog | null
  /** A change is on its way to the server. */
  busy: boolean
}

type CodesEvent =
  | { kind: 'opened'; dialog: CodeDialog }
  | { kind: 'closed' | 'sent' | 'changed' | 'failed' }

/** The question before a code is retired closes once the server has changed it, not before. */
export function reduceCodes(state: CodesState, event: CodesEvent): CodesState {
  switch (event.kind) {
    case 'opened':
      return { ...state, dialog: event.dialog }
    case 'closed':
      return { ...state, dialog: null }
    case 'sent':
      return { ...state, busy: true }
    case 'changed':
      return { dialog: state.dialog?.kind === 'retire' ? null : state.dialog, busy: false }
    case 'failed':
      return { ...state, busy: false }
  }
}

export function useCodes(businessId: string, onChanged: (() => void) | undefined) {
  const [{ dialog, busy }, dispatch] = useReducer(reduceCodes, { dialog: null, busy: false })

  async function save(qrCode: QrCode, body: QrCodeChanges): Promise<void> {
    const params = { businessId, qrCodeId: qrCode.id }
    await withFreshPassword(() => call('business.changeQrCode', { params, body }))
    onChanged?.()
  }

  async function change(qrCode: QrCode, body: QrCodeChanges): Promise<void> {
    dispatch({ kind: 'sent' })
    try {
      await save(qrCode, body)
      showToast(changedToast(body, qrCode.name || texts.thisCode))
      dispatch({ kind: 'changed' })
    } catch (error) {
      showFailure(texts.failed, error)
      dispatch({ kind: 'failed' })
    }
  }

  return {
    dialog,
    busy,
    open: (dialog: CodeDialog) => dispatch({ kind: 'opened', dialog }),
    close: () => dispatch({ kind: 'closed' }),
    /** Throws, so that its form can show the refusal. */
    save,
    /** Reports its end in a toast. */
    change: (qrCode: QrCode, body: QrCodeChanges) => void change(qrCode, body),
  }
}

function changedToast({ retired, isActive }: QrCodeChanges, name: string) {
  if (retired) return { title: texts.retired, description: texts.retiredHint(keep(name)) }
  return isActive
    ? { title: texts.resumed, description: texts.resumedHint(keep(name)) }
    : { title: texts.paused, description: texts.pausedHint(keep(name)) }
}
