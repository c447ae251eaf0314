/** A part of a screen in the colors of another business than the screen around it. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { applyBrand, type BrandColors } from './brand.ts'

interface BrandScopeProps {
  colors: BrandColors
  className?: string
  children: ReactNode
}

export function BrandScope({ colors, className, children }: BrandScopeProps) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (root.current) applyBrand(root.current, colors)
  }, [colors])
  return (
    <div ref={root} className={className}>
      {children}
    </div>
  )
}
