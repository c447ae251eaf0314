/** Reads the link of a mail whose page is open; opening it changes nothing. */
import { useEffect, useState } from 'react'
import type { CallOptions } from '#pwa/api/call.ts'
import { mailCall } from '#pwa/api/mail-call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import type { CallAnswer } from '#schema/contract/api.ts'

const ticketInAddress = () => location.hash.slice(1)

/** Behind the hash, so that no server's log has it. */
export function useTicket(title: string): string {
  const [ticket, setTicket] = useState(ticketInAddress)
  useEffect(() => {
    document.title = title
    // Another link opened in the same tab.
    const read = () => setTicket(ticketInAddress())
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [title])
  return ticket
}

type Reads = 'mail.memberEmail' | 'mail.privacyLink' | 'mail.cardLink'

export function useMailedLink<Name extends Reads>(name: Name, ticket: string) {
  const [told, setTold] = useState<'loading' | 'ended' | 'noAnswer' | CallAnswer<Name>>('loading')
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the call
  useEffect(() => {
    const stop = new AbortController()
    const options = { body: { ticket }, signal: stop.signal } as CallOptions<Name>
    mailCall(name, options).then(setTold, (error: unknown) => {
      if (stop.signal.aborted) return
      const isOurs = error instanceof CallRefused && error.status < 500 && error.status !== 429
      setTold(isOurs ? 'ended' : 'noAnswer')
    })
    return () => stop.abort()
  }, [name, ticket, tries])
  return { told, tryAgain: () => setTries(tries + 1) }
}
