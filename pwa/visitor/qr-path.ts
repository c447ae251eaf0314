/** A QR code as one SVG path: sharp at every size, drawn without a canvas. Loaded when shown. */
import { create } from 'qrcode'

export interface QrPath {
  /** Modules on a side, without the quiet zone. */
  size: number
  path: string
}

export function qrPath(text: string): QrPath {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row += 1) {
    let start = -1
    for (let column = 0; column <= size; column += 1) {
      const dark = column < size && modules.get(row, column) !== 0
      if (dark && start < 0) start = column
      if (dark || start < 0) continue
      path += `M${start} ${row}h${column - start}v1h${start - column}z`
      start = -1
    }
  }
  return { size, path }
}
