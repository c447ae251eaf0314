/**
 * What the address of a code's page carries: whose flow it is, and the code where the link of a
 * mail was followed. That link has it behind the #, where no log sees it.
 */
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { oneTimeDigits } from '#pwa/ui/one-time-code-input.tsx'
import { uuid } from '#schema/contract/id.ts'

export interface CodeLink {
  /** Null where the address names none. */
  userId: string | null
  code: string
  /** What the link of a reset mail proves, in place of the code; empty without one. */
  token: string
}

/** A screen that is on its way to another address keeps the link that it was opened with. */
export function useCodeLink(screen: '/verify-email' | '/reset-password'): CodeLink {
  const { pathname, searchStr, hash } = useLocation()
  const [opened, setOpened] = useState({ searchStr, hash })
  const isNew = opened.searchStr !== searchStr || opened.hash !== hash
  if (pathname === screen && isNew) setOpened({ searchStr, hash })
  return readCodeLink(opened.searchStr, opened.hash)
}

/** Links that were mailed before have the code in the query. */
export function readInviteLink(search: string, hash: string): string {
  const hidden = new URLSearchParams(hash.replace(/^#/, ''))
  const code = hidden.get('code') ?? new URLSearchParams(search).get('code') ?? ''
  return code.trim().toUpperCase()
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
