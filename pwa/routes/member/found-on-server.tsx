/**
 * Searches the server if this device finds no match: for a full email or phone number, which staff
 * devices don't store, or for members beyond those stored here.
 */

import { type ReactElement, useEffect } from 'react'
import { useCall } from '#pwa/api/use-call.ts'
import { usePaused } from '#pwa/routes/forms/use-paused.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'

interface FoundOnServerProps {
  businessId: string
  words: string
  onOpen: (customer: Customer) => void
  /** Shown while the server searches, if it finds no one, and if it doesn't answer. */
  asking?: ReactElement
  nobody?: ReactElement
  unanswered?: ReactElement
}

export function FoundOnServer(props: FoundOnServerProps) {
  const settled = usePaused(props.words)
  return settled === props.words ? <Answer {...props} /> : <Said>{props.asking}</Said>
}

function Said({ children }: { children: ReactElement | undefined }) {
  return children && <div className="contents">{children}</div>
}

/** Whether the server could find more than this device. */
export function isWorthAsking(words: string, found: number, total: number): boolean {
  if (words === '' || found > 0) return false
  const digits = digitsOf(words).length
  return words.includes('@') || digits >= limits.phoneDigitsMin || total >= limits.deviceCustomers
}

function Answer(props: FoundOnServerProps) {
  const { businessId, words, onOpen, asking, nobody, unanswered } = props
  const isOffline = useConnection() === 'offline'
  const { data, error, loading, reload } = useCall('business.customers', {
    params: { businessId },
    query: { q: words, limit: 10 },
  })
  const isUnanswered = error !== undefined
  useEffect(() => {
    // Looks again once the server can be reached.
    if (!isOffline && isUnanswered) reload()
  }, [isOffline, isUnanswered, reload])
  if (loading) return <Said>{asking}</Said>
  if (isUnanswered) return <Said>{unanswered}</Said>
  if (!data || data.length === 0) return <Said>{nobody}</Said>
  return (
    <section aria-label={businessTexts.foundOnline} className="border-line border-t p-4">
      <p className="mb-2 text-ink-soft text-sm">{businessTexts.foundOnline}</p>
      <ul className="flex flex-wrap gap-2">
        {data.map((customer) => (
          <li key={customer.id}>
            <Button look="secondary" size="lg" onClick={() => onOpen(customer)}>
              <bdi translate="no">{`${customer.firstName} ${customer.lastName}`}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
