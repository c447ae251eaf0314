/**
 * A business's colors for the whole page, dialogs and toasts included, and its logo as the page's
 * icon: in the tab, and on the home screen of a phone that takes it from the page.
 */
import { useLayoutEffect } from 'react'
import { applyBrand, type BrandColors, clearBrand } from './brand.ts'

export function useBrand(brand: (BrandColors & { logoUrl: string | null }) | undefined): void {
  useLayoutEffect(() => {
    if (!brand) return
    const root = document.documentElement
    applyBrand(root, brand)
    const restore = brand.logoUrl ? replaceIcons(brand.logoUrl) : () => {}
    return () => {
      clearBrand(root)
      restore()
    }
  }, [brand])
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
