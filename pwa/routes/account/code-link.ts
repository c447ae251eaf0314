/**
 * What the address of a code's page carries: whose flow it is, and the code where the link of a
 * mail was followed. That link has it behind the #, where no log sees it.
 */
import { useLocation } from '@tanstack/react-router'
import { digitsOf } from '#pwa/ui/one-time-code-input.tsx'
import { uuid } from '#schema/contract/id.ts'

export interface CodeLink {
  /** Null where the address names none. */
  userId: string | null
  code: string
}

export function useCodeLink(): CodeLink {
  const { searchStr, hash } = useLocation()
  return readCodeLink(searchStr, hash)
}

export function readCodeLink(search: string, hash: string): CodeLink {
  const named = new URLSearchParams(search)
  const hidden = new URLSearchParams(hash.replace(/^#/, ''))
  const userId = uuid.safeParse(named.get('userId'))
  return {
    userId: userId.success ? userId.data : null,
    code: digitsOf(hidden.get('code') ?? named.get('code') ?? ''),
  }
}
