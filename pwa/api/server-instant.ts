/** Instants of this device's clock as the server's, and back. Pages for customers load neither. */
import { correctionMs } from '#pwa/api/server-clock.ts'

/** @param instant by this device's clock */
export function toServerTime(instant: string): string {
  return shifted(instant, correctionMs())
}

/** @param instant by the server's clock */
export function toDeviceTime(instant: string): string {
  return shifted(instant, -correctionMs())
}

/** @returns invalid dates unchanged, because an imported file may contain anything */
function shifted(instant: string, byMs: number): string {
  const at = new Date(Date.parse(instant) + byMs)
  return byMs === 0 || Number.isNaN(at.getTime()) ? instant : at.toISOString()
}
