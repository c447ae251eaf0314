/** The business's QR codes as the server last sent them: no operation of a device changes them. */
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { newestFirst } from '#pwa/loyalty/points.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { QrCode } from '#schema/contract/qr-code.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface QrCodeList {
  qrCodes: readonly QrCode[]
  loading: boolean
}

const tables: readonly DeviceTable[] = ['qrCode']
const noQrCodes: QrCodeList = { qrCodes: [], loading: true }

/** Newest first. */
export function useQrCodes(): QrCodeList {
  return useLive(readQrCodes, tables, noQrCodes)
}

export function readQrCodes(view: LoyaltyView): QrCodeList {
  return {
    qrCodes: newestFirst([...view.records.rows('qrCode')], (qrCode) => qrCode.createdAt),
    loading: !view.records.isLoaded('qrCode'),
  }
}
