/** A business's logo, or its initial over its colors. */
import { useState } from 'react'
import { classNames } from './class-names.ts'

interface BrandMarkProps {
  name: string
  logoUrl: string | null
  size?: 'sm' | 'md' | 'lg'
}

const sizes = {
  sm: 'size-8 rounded-md text-sm',
  md: 'size-10 rounded-md text-lg',
  lg: 'size-16 rounded-lg text-2xl',
}

export function BrandMark({ name, logoUrl, size = 'md' }: BrandMarkProps) {
  // If the logo was replaced or isn't stored offline, show the initial instead.
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (logoUrl && logoUrl !== failedUrl) {
    return (
      <img
        src={logoUrl}
        alt=""
        onError={() => setFailedUrl(logoUrl)}
        className={classNames('shrink-0 bg-white object-contain', sizes[size])}
      />
    )
  }
  return (
    <span
      translate="no"
      aria-hidden="true"
      className={classNames(
        'brand-gradient inline-flex shrink-0 items-center justify-center font-bold text-on-brand',
        sizes[size],
      )}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
