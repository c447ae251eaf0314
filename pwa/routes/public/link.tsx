/** A link within the public pages: opens without reloading, so it works offline. */
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
