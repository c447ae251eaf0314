/** A member's name, linked to their page, where their history shows the cause. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { textLinkClass } from '#pwa/ui/text-link.ts'

export function MemberLink({ memberId, children }: { memberId: string; children: ReactNode }) {
  return (
    <Link
      to="/business-dashboard/customers/$memberId"
      params={{ memberId }}
      className={`${textLinkClass} wrap-anywhere inline-flex min-h-6 min-w-0 items-center`}
    >
      <bdi translate="no">{children}</bdi>
    </Link>
  )
}
