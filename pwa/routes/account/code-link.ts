/**
 * Reads the address of a screen that takes an emailed code: the account's id, and the code if the
 * person followed the email's link. The link has the code behind the #, so that it reaches no logs.
 */
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { oneTimeDigits } from '#pwa/ui/one-time-code-input.tsx'
import { uuid } from '#schema/contract/id.ts'

export interface CodeLink {
  /** Null if the address has none. */
  userId: string | null
  code: string
  /** The token from a reset email's link, which replaces the code; empty without one. */
  token: string
}

/** Keeps the link that the screen was opened with while the router leaves for another address. */
export function useCodeLink(screen: '/verify-email' | '/reset-password'): CodeLink {
  const { pathname, searchStr, hash } = useLocation()
  const [opened, setOpened] = useState({ searchStr, hash })
  const isNew = opened.searchStr !== searchStr || opened.hash !== hash
  if (pathname === screen && isNew) setOpened({ searchStr, hash })
  return readCodeLink(opened.searchStr, opened.hash)
}

/** Read from an invite's link; empty if the address has none. */
export interface InviteLink {
  code: string
  email: string
}

/** Links in earlier emails have the code in the query, and no address. */
export function readInviteLink(search: string, hash: string): InviteLink {
  const hidden = new URLSearchParams(hash.replace(/^#/, ''))
  const code = hidden.get('code') ?? new URLSearchParams(search).get('code') ?? ''
  return { code: code.trim().toUpperCase(), email: hidden.get('email') ?? '' }
}

export function readCodeLink(search: string, hash: string): CodeLink {
  const named = new URLSearchParams(search)
  const hidden = new URLSearchParams(hash.replace(/^#/, ''))
  const userId = uuid.safeParse(named.get('userId'))
  return {
    userId: userId.success ? userId.data : null,
    token: /^[\w-]{22}$/.exec(hidden.get('token') ?? '')?.[0] ?? '',
    code: oneTimeDigits(hidden.get('code') ?? named.get('code') ?? ''),
  }
}
