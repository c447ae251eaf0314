/** One verification method in the card for two-step verification. */
import type { ReactNode } from 'react'

interface SecurityPartProps {
  title: string
  hint: string
  action: ReactNode
  children: ReactNode
}

export function SecurityPart({ title, hint, action, children }: SecurityPartProps) {
  return (
    <section className="flex flex-col gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-semibold text-sm">{title}</h3>
          <p className="text-ink-soft text-sm">{hint}</p>
        </div>
        <div className="flex flex-wrap gap-2">{action}</div>
      </div>
      {children}
    </section>
  )
}
