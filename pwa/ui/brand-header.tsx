/** The colored top of a business's page; the content below may overlap its lower edge. */
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'

interface BrandHeaderProps {
  name: string
  logoUrl: string | null
  locationName?: string | null
  children?: ReactNode
}

export function BrandHeader({ name, logoUrl, locationName, children }: BrandHeaderProps) {
  return (
    <header className="brand-gradient border-brand-accent border-t-4 px-5 pt-[max(1.5rem,env(safe-area-inset-top))] pb-28 text-on-brand">
      <div className="mx-auto flex max-w-lg items-center gap-3">
        <span className="shrink-0 rounded-md ring-2 ring-on-brand/35">
          <BrandMark name={name} logoUrl={logoUrl} />
        </span>
        <div className="min-w-0">
          <p translate="no" className="wrap-anywhere font-semibold text-lg leading-tight">
            {name}
          </p>
          {locationName && (
            <p className="mt-0.5 flex items-center gap-1 text-sm">
              <MapPin size={14} aria-hidden="true" className="shrink-0" />
              <span>{locationName}</span>
            </p>
          )}
        </div>
      </div>
      <div className="mx-auto max-w-lg">{children}</div>
    </header>
  )
}
