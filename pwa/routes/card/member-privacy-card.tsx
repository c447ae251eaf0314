/** Collapsed below the card; its file loads when it is opened. */
import { lazy, Suspense, useState } from 'react'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'

const OwnDataPanel = lazy(async () => ({
  default: (await import('./lazy-parts.ts')).OwnDataPanel,
}))

export function OwnDataCard({ customerId }: { customerId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="fold rounded-xl border border-line bg-surface px-5 shadow-card"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-14! font-semibold">{texts.title}</summary>
      <div className="pb-5">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <OwnDataPanel customerId={customerId} />
          </Suspense>
        )}
      </div>
    </details>
  )
}
