/** A business's colors for the whole page: for dialogs and toasts too, which stand outside of it. */
import { useLayoutEffect } from 'react'
import { applyBrand, type BrandColours, clearBrand } from './brand.ts'

export function useBrand(colours: BrandColours | undefined): void {
  useLayoutEffect(() => {
    if (!colours) return
    const root = document.documentElement
    applyBrand(root, colours)
    return () => clearBrand(root)
  }, [colours])
}
