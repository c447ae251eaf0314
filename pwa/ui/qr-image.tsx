/** A QR code, 200 by 200 (docs/product.md), on white in every theme: scanners need the quiet edge. */
import { limits } from '#schema/contract/limits.ts'

interface QrImageProps {
  /** A `data:` or `blob:` address. */
  src: string
  /** What it opens: 'QR code to join Bloom Café' */
  alt: string
}

export function QrImage({ src, alt }: QrImageProps) {
  return (
    <span className="inline-block rounded-lg border border-line bg-white p-3">
      <img
        src={src}
        alt={alt}
        width={limits.qrImagePixels}
        height={limits.qrImagePixels}
        className="block size-50"
      />
    </span>
  )
}
