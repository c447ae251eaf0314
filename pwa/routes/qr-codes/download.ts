/**
 * Draws QR code files for printed stickers: sharp at any size, with the quiet zone of four modules
 * that ISO/IEC 18004 requires. The device draws them even if the server drew the image on the
 * screen.
 */
import { limits } from '#schema/contract/limits.ts'

const drawn = { margin: limits.qrQuietModules, errorCorrectionLevel: 'M' } as const

/** @returns a PNG as a data URL */
export async function drawQrPng(text: string, width: number): Promise<string> {
  const { toDataURL } = await import('qrcode')
  return toDataURL(text, { ...drawn, width })
}

/** @returns an SVG as a data URL */
export async function drawQrSvg(text: string): Promise<string> {
  const qrcode = await import('qrcode')
  const svg = await qrcode.toString(text, { ...drawn, type: 'svg' })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
