/** Says that a new sign-up was already a member, and whether their open cards were closed. */
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import type { MetMember } from '#pwa/loyalty/met-members.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'

export function MetSentence({ met }: { met: MetMember }) {
  // This device may not hold the member before the next pull; until then the typed name is shown.
  const member = useShownCustomer(met.memberId)
  const sentence = texts.metMember(member ? `${member.firstName} ${member.lastName}` : met.name)
  return met.placesClosed ? `${sentence} ${texts.placesClosed}` : sentence
}
