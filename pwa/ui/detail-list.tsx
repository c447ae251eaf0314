/** A list of names and values: a profile, a tenant, a coupon. */
import type { ReactNode } from 'react'

interface Detail {
  name: string
  value: ReactNode
}

export function DetailList({ details }: { details: Detail[] }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {details.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:flex-row"
        >
          <dt className="shrink-0 text-ink-faint sm:w-40">{name}</dt>
          <dd className="min-w-0 break-words font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
