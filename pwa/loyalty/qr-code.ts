/** The business's QR codes, with the scans that wait on this device counted in. */
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
  const { scansByCode } = view.overlay
  const qrCodes = [...view.records.rows('qrCode')].map((qrCode) => {
    const waiting = scansByCode.get(qrCode.code)
    return waiting ? { ...qrCode, scanCount: qrCode.scanCount + waiting } : qrCode
  })
  return {
    qrCodes: newestFirst(qrCodes, (qrCode) => qrCode.createdAt),
    loading: !view.records.isLoaded('qrCode'),
  }
}
