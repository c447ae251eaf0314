/**
 * The address of a QR code on paper, where people copy it by hand. On narrow paper it breaks after
 * a slash or before a dot, and never inside its code.
 */
interface PrintedAddressProps {
  url: string
  className?: string
}

export function PrintedAddress({ url, className = '' }: PrintedAddressProps) {
  return (
    <p translate="no" dir="ltr" className={`text-balance ${className}`}>
      {(url.match(/\.?[^./]+\/*/g) ?? [url]).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places
        <span key={at} className="wrap-anywhere inline-block max-w-full">
          {part}
        </span>
      ))}
    </p>
  )
}
