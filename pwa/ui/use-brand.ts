/** How a page takes on the look of a business, and gives it back. */
import { useLayoutEffect } from 'react'
import { applyBrand, type BrandColors, clearBrand } from './brand.ts'

/** A business's colors for the whole page, dialogs and toasts included. */
export function useBrandColors(colors: BrandColors | null | undefined): void {
  useLayoutEffect(() => {
    if (!colors) return
    const root = document.documentElement
    applyBrand(root, colors)
    return () => clearBrand(root)
  }, [colors])
}

/**
 * The colors, and the logo as the page's icon: in the tab, and on the home screen of a phone that
 * takes it from the page.
 */
export function useBrand(brand: (BrandColors & { logoUrl: string | null }) | undefined): void {
  useBrandColors(brand)
  useLayoutEffect(() => (brand?.logoUrl ? replaceIcons(brand.logoUrl) : undefined), [brand])
}

/** @returns puts back the icons of before */
function replaceIcons(address: string): () => void {
  const icons = [
    ...document.querySelectorAll<HTMLLinkElement>(
      'link[rel~="icon"], link[rel="apple-touch-icon"]',
    ),
  ]
  const before = icons.map(({ href, type }) => ({ href, type }))
  for (const icon of icons) Object.assign(icon, { href: address, type: 'image/png' })
  return () => {
    for (const [n, icon] of icons.entries()) Object.assign(icon, before[n])
  }
}
