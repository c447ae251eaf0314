/**
 * A customer's page for a screen: first this phone's copy, then the server's answer, and again when
 * the network comes back, the page becomes visible, or the outbox has changed.
 */

import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { NoAnswer, sentenceOf } from '#pwa/api/request.ts'
import { visitorBackOffMs } from '#pwa/queue/back-off.ts'
import { onChanceToSend } from '#pwa/queue/chance-to-send.ts'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import type { KeptPage } from '#pwa/visitor/database.ts'
import { sendNow } from '#pwa/visitor/keep-sending.ts'
import { countUnsent } from '#pwa/visitor/outbox.ts'
import { forgetPageCard, readPageCard } from '#pwa/visitor/page-json.ts'
import { type KeptCustomer, keepIfNewer, readCustomer, refreshPage } from '#pwa/visitor/pages.ts'
import { isTill } from '#pwa/visitor/till.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

/** If the app took longer than this to load, fetch the server-rendered page's data again. */
const freshMs = minuteMs

export interface CustomerView {
  /** Null until the disk has been read. */
  customer: KeptCustomer | null
  /** The server's latest answer about this address since the page was opened. */
  told: 'nothing' | 'page' | 'unknown' | 'noAnswer' | 'trouble'
  /** The time of that answer, in ms. */
  toldAt: number
  sentence: string
}

/** Storage is off: show only the server's page. */
const nothing: KeptCustomer = { kept: null, signUp: null, lookUp: null, redemptions: [] }

type Told = Omit<CustomerView, 'customer'>

export function useCustomer(customerId: string): CustomerView {
  const customer = useLiveQuery(() => readCustomer(customerId).catch(() => nothing), [customerId])
  const [written] = useState(() => writtenPage(customerId))
  const [fresh, setFresh] = useState(written)
  const [last, setLast] = useState<Told>({ told: 'nothing', toldAt: 0, sentence: '' })

  useEffect(() => {
    let stopped = false
    let tries = 0
    let again: ReturnType<typeof setTimeout> | undefined
    const tell = (told: Told['told'], sentence = '') => {
      setLast({ told, toldAt: Date.now(), sentence })
    }
    async function refresh() {
      clearTimeout(again)
      if (document.visibilityState === 'hidden') return
      try {
        const keep = !(await isTill().catch(() => false))
        const page = await refreshPage(customerId, keep)
        // A restored server may lack what this phone had sent.
        if ((await countUnsent().catch(() => 0)) > 0) void sendNow()
        if (stopped) return
        setFresh(page)
        tell(page ? 'page' : 'unknown')
      } catch (error) {
        if (stopped) return
        tries += 1
        again = setTimeout(refresh, visitorBackOffMs(tries))
        tell(
          error instanceof NoAnswer ? 'noAnswer' : 'trouble',
          sentenceOf(error, outcomeTexts.somethingWrong),
        )
      }
    }
    async function begin() {
      forgetPageCard()
      if (written && !(await isTill().catch(() => false))) await keepIfNewer(written)
      if (!written || performance.now() > freshMs) await refresh()
    }
    void begin()
    const stopListening = onChanceToSend(refresh)
    return () => {
      stopped = true
      clearTimeout(again)
      stopListening()
    }
  }, [customerId, written])

  return { customer: withFresh(customer ?? null, fresh), ...last }
}

/**
 * The data that the server rendered into this page. Used once: coming back to the card fetches it
 * again.
 */
function writtenPage(customerId: string): KeptPage | null {
  const page = readPageCard(customerId)
  return page && { customerId, page, fetchedAt: Math.round(performance.timeOrigin) }
}

/** Also shows a page that was not stored: on a till nothing is, and elsewhere storing may fail. */
function withFresh(customer: KeptCustomer | null, fresh: KeptPage | null): KeptCustomer | null {
  if (!fresh || (customer?.kept && customer.kept.fetchedAt >= fresh.fetchedAt)) return customer
  const known = customer ?? { signUp: null, lookUp: null, redemptions: [] }
  return { ...known, kept: fresh }
}
