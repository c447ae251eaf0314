/** A link within the public entry: opens at once, and without a network as well. */
import type { MouseEvent, ReactNode } from 'react'
import { goTo } from '#pwa/visitor/address.ts'

interface PublicLinkProps {
  to: string
  className: string
  children: ReactNode
}

export function PublicLink({ to, className, children }: PublicLinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to} onClick={follow} className={className}>
      {children}
    </a>
  )
}
