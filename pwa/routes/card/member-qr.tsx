/** A QR code to hold towards a scanner: always dark on white, in the dark theme as well. */
import { useEffect, useState } from 'react'
import type { QrPath } from '#pwa/visitor/qr-path.ts'

interface QrDrawingProps {
  /** Null until it is there. */
  drawn: QrPath | null
  /** What it is, for those who do not see it. */
  label: string
  className?: string
}

interface QrImageProps extends Omit<QrDrawingProps, 'drawn'> {
  text: string
}

/** Modules of white that a scanner needs around the code (ISO/IEC 18004). */
const quietZone = 4

export function QrImage({ text, ...look }: QrImageProps) {
  const [drawn, setDrawn] = useState<QrPath | null>(null)
  useEffect(() => {
    let stopped = false
    void import('#pwa/visitor/qr-path.ts').then(({ qrPath }) => {
      if (!stopped) setDrawn(qrPath(text))
    })
    return () => {
      stopped = true
    }
  }, [text])
  return <QrDrawing drawn={drawn} {...look} />
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
