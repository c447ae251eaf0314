/**
 * Says that a new sign-up was already a member, and whether their open cards were closed, or that
 * their welcome is on hold.
 */
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import type { MetMember } from '#pwa/loyalty/met-members.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'

export function MetSentence({ met }: { met: MetMember }) {
  // This device may not hold the member before the next pull; until then the typed name is shown.
  const member = useShownCustomer(met.memberId)
  const name = member ? `${member.firstName} ${member.lastName}` : met.name
  const sentence = texts.met[met.why](name)
  return met.placesClosed ? `${sentence} ${texts.placesClosed}` : sentence
}
