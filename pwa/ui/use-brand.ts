/** Gives a page the look of a business, and removes it again. */
import { useLayoutEffect } from 'react'
import { applyBrand, type BrandColors, clearBrand } from './brand.ts'

/** Sets a business's colors for the whole page, dialogs and toasts included. */
export function useBrandColors(colors: BrandColors | null | undefined): void {
  useLayoutEffect(() => {
    if (!colors) return
    const root = document.documentElement
    applyBrand(root, colors)
    return () => clearBrand(root)
  }, [colors])
}

interface Brand extends BrandColors {
  name: string
  logoUrl: string | null
  touchIcon?: string | undefined
}

/**
 * Sets the colors, the logo as the tab's icon, and the name and icon for an iPhone's home screen, as
 * the server does in the pages that it renders (pwa/server-pages.tsx).
 */
export function useBrand(brand: Brand | undefined): void {
  useBrandColors(brand)
  useLayoutEffect(() => {
    if (!brand) return
    const { name, logoUrl, touchIcon } = brand
    const putBack = [
      ...(logoUrl ? [replaceIcon('link[rel~="icon"]', logoUrl)] : []),
      ...(touchIcon ? [replaceIcon('link[rel="apple-touch-icon"]', touchIcon)] : []),
      nameApp(name),
    ]
    return () => {
      for (const undo of putBack) undo()
    }
  }, [brand])
}

/** @returns restores the previous icons */
function replaceIcon(selector: string, address: string): () => void {
  const icons = [...document.querySelectorAll<HTMLLinkElement>(selector)]
  const before = icons.map(({ href, type }) => ({ href, type }))
  for (const icon of icons) Object.assign(icon, { href: address, type: 'image/png' })
  return () => {
    for (const [n, icon] of icons.entries()) Object.assign(icon, before[n])
  }
}

/** @returns restores the previous name */
function nameApp(name: string): () => void {
  const known = document.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]')
  const before = known?.content
  const meta = known ?? document.createElement('meta')
  meta.name = 'apple-mobile-web-app-title'
  meta.content = name
  if (!known) document.head.append(meta)
  return () => {
    if (before === undefined) meta.remove()
    else meta.content = before
  }
}
