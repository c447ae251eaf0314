/** A business's look on customers' pages: its colors for the whole page, its name at the top. */
import { MapPin } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { applyBrand } from '#pwa/ui/brand.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import type { PublicBusiness } from '#schema/contract/business.ts'

const brandProperties = ['primary', 'secondary', 'accent', 'on-primary', 'text']

/** Also for dialogs and toasts, which stand outside of the screen. */
export function useBrand(business: PublicBusiness | undefined): void {
  useLayoutEffect(() => {
    if (!business) return
    const root = document.documentElement
    const paint = () => applyBrand(root, business)
    paint()
    const repaint = new MutationObserver(paint)
    repaint.observe(root, { attributeFilter: ['data-theme'] })
    return () => {
      repaint.disconnect()
      for (const name of brandProperties) root.style.removeProperty(`--brand-${name}`)
    }
  }, [business])
}

interface BrandHeaderProps {
  business: PublicBusiness
  locationName?: string | null
  children?: ReactNode
}

/** The colored top of a page; what follows may be pulled up over its lower edge. */
export function BrandHeader({ business, locationName, children }: BrandHeaderProps) {
  return (
    <header className="brand-gradient px-5 pt-6 pb-28 text-on-brand">
      <div className="mx-auto flex max-w-lg items-center gap-3">
        <span className="rounded-md ring-2 ring-on-brand/35">
          <BrandMark name={business.name} logoUrl={business.logoUrl} />
        </span>
        <div className="min-w-0">
          <p className="break-words font-semibold text-lg leading-tight">{business.name}</p>
          {locationName && (
            <p className="mt-0.5 flex items-center gap-1 text-sm">
              <MapPin size={14} aria-hidden="true" className="shrink-0" />
              {locationName}
            </p>
          )}
        </div>
      </div>
      <div className="mx-auto max-w-lg">{children}</div>
    </header>
  )
}
