/** Whether this device is a till, who may unlock it, and who has. Light: every screen asks it. */
import { create } from 'zustand'
import { useSession } from '#pwa/session/session.ts'

export interface TillMember {
  id: string
  firstName: string
  lastName: string
  /** Another PIN locks the till. */
  pinSetAt: string
  /** Too many wrong tries, or none that may be tried: the owner resets the PIN. */
  isWiped: boolean
}

interface Till {
  /** null until the device has looked */
  people: readonly TillMember[] | null
  /** Who works here now; null while it is locked. */
  staff: TillMember | null
}

export const useTill = create<Till>(() => ({ people: null, staff: null }))

/** @returns the till's name, or null where a person is signed in themselves */
export function useTillName(): string | null {
  const session = useSession()
  return session.state === 'signedIn' ? (session.user.till ?? null) : null
}
