/** Collapsed below the card; its file loads when it is opened or an emailed link asks for it. */
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { ownDataTexts as texts } from '#pwa/texts/member-privacy.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { ConfirmedRequest } from './confirmed-request.tsx'

const OwnDataPanel = lazy(async () => ({
  default: (await import('./later-parts.ts')).OwnDataPanel,
}))
const ConfirmedRequestCard = lazy(async () => ({
  default: (await import('./later-parts.ts')).ConfirmedRequestCard,
}))

export function OwnDataCard({ customerId }: { customerId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="rounded-xl border border-line bg-surface px-5 shadow-card"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-14 items-center font-semibold">{texts.title}</summary>
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

interface MailedRequestProps {
  customerId: string
  onErased: () => void
}

/**
 * Renders nothing unless the address has the parameters of an emailed link, which the member may
 * also follow while the page is open.
 */
export function MailedRequest({ customerId, onErased }: MailedRequestProps) {
  const request = readRequest(useSyncExternalStore(onAddress, readHash))
  if (!request) return null
  return (
    <Suspense fallback={<Skeleton className="h-32" />}>
      <ConfirmedRequestCard
        key={request.ticket}
        customerId={customerId}
        request={request}
        onErased={onErased}
      />
    </Suspense>
  )
}

const readHash = () => location.hash

function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

function readRequest(hash: string): ConfirmedRequest | null {
  const [, kind, ticket] = /^#(export|erasure)=(\S+)$/.exec(hash) ?? []
  if (!ticket || (kind !== 'export' && kind !== 'erasure')) return null
  return { kind, ticket }
}
