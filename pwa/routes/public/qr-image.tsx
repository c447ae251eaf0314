/** A QR code for scanners: always dark on white, in the dark theme too. */
import { useEffect, useState } from 'react'
import { drawnQr, drawQr } from '#pwa/visitor/drawn-qr.ts'
import type { QrPath } from '#pwa/visitor/qr-path.ts'

interface QrDrawingProps {
  /** Null until it is drawn. */
  drawn: QrPath | null
  /** The accessible name. */
  label: string
  className?: string
}

interface QrImageProps extends Omit<QrDrawingProps, 'drawn'> {
  text: string
}

/** The quiet zone that scanners need around the code, in modules (ISO/IEC 18004). */
const quietZone = 4

export function QrImage({ text, ...look }: QrImageProps) {
  const [, setDrawnText] = useState('')
  useEffect(() => {
    let stopped = false
    void drawQr(text).then(() => {
      if (!stopped) setDrawnText(text)
    })
    return () => {
      stopped = true
    }
  }, [text])
  return <QrDrawing drawn={drawnQr(text)} {...look} />
}

export function QrDrawing({ drawn, label, className = 'size-52' }: QrDrawingProps) {
  const side = (drawn?.size ?? 21) + 2 * quietZone
  return (
    <svg
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`rounded-lg bg-white ${className}`}
    >
      {drawn && <path d={drawn.path} className="appear fill-black" />}
    </svg>
  )
}
