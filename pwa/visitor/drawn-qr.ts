/**
 * A cache of drawn QR codes by their text: drawing one takes a slow phone a quarter of a second,
 * and the server may have drawn it into the page.
 */
import type { QrPath } from '#pwa/visitor/qr-path.ts'

/** A kiosk runs for days and draws a card for everyone who signs up at it. */
export const drawingsMost = 10

/** Oldest first. */
const drawings = new Map<string, QrPath>()

export const drawnQr = (text: string): QrPath | null => drawings.get(text) ?? null

export function keepDrawn(text: string, drawn: QrPath): void {
  drawings.set(text, drawn)
  const [oldest] = drawings.keys()
  if (oldest !== undefined && drawings.size > drawingsMost) drawings.delete(oldest)
}

export async function drawQr(text: string): Promise<QrPath> {
  const known = drawnQr(text)
  if (known) return known
  const { qrPath } = await import('#pwa/visitor/qr-path.ts')
  const drawn = qrPath(text)
  keepDrawn(text, drawn)
  return drawn
}
