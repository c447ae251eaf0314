/**
 * The member whom the counter's address names. Each entry of the history is its person's: another
 * person at the same till gets the search instead, with Back, Forward and a reload, too.
 */
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '#pwa/session/session.ts'
import { useTill } from '#pwa/session/till.ts'

interface MemberAddress {
  member: string | undefined
  /** Puts the member into the address; `undefined` closes the open member. */
  leadTo: (member: string | undefined) => void
}

export function useMemberAddress(): MemberAddress {
  const navigate = useNavigate()
  const search: { member?: string } = useSearch({ strict: false })
  const worker = useWorker()
  const named = useLocation({ select: ({ search }) => (search as { member?: string }).member })
  const servedBy = useLocation({ select: ({ state }) => state.servedBy })
  const isOfAnother = servedBy !== undefined && servedBy !== worker
  // The screen's address follows a moment after the browser's.
  const isHidden = useRef(false)
  if (named !== undefined) isHidden.current = isOfAnother

  function go(member: string | undefined, replace: boolean) {
    const entry =
      member === undefined ? { search: {} } : { search: { member }, state: { servedBy: worker } }
    void navigate({ to: '.', ...entry, replace })
  }
  const latest = useRef(go)
  latest.current = go
  // A link or a scanned address may have led here without its person.
  const isUnclaimed = named !== undefined && servedBy === undefined
  useEffect(() => {
    if (isOfAnother) latest.current(undefined, true)
    else if (isUnclaimed) latest.current(named, true)
  }, [isOfAnother, isUnclaimed, named])

  return {
    member: isHidden.current ? undefined : search.member,
    leadTo: (member) => go(member, member === undefined),
  }
}

/** @returns the account of the person at work */
function useWorker(): string | undefined {
  const staffId = useTill(({ staff }) => staff?.id)
  const session = useSession()
  return staffId ?? (session.state === 'signedIn' ? session.user.id : undefined)
}
