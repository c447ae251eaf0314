/**
 * Whether this device is a till, who may unlock it, and who has. Small, because every screen loads
 * it.
 */
import { create } from 'zustand'
import { useSession } from '#pwa/session/session.ts'

export interface TillMember {
  id: string
  firstName: string
  lastName: string
  /** A changed PIN locks the till. */
  pinSetAt: string
  /** Too many wrong PINs, or no usable key: the owner resets the PIN. */
  isWiped: boolean
}

interface Till {
  /** Null until the list was read from the device. */
  people: readonly TillMember[] | null
  /** The staff member working here now; null while the till is locked. */
  staff: TillMember | null
}

export const useTill = create<Till>(() => ({ people: null, staff: null }))

/** @returns the till's name, or null on a person's own device */
export function useTillName(): string | null {
  const session = useSession()
  return session.state === 'signedIn' ? (session.user.till ?? null) : null
}
