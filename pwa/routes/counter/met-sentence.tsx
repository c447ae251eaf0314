/** Says what became of a sign-up that turned out otherwise than it was shown at first. */
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { type MetMember, metSentence } from '#pwa/loyalty/met-members.ts'

export function MetSentence({ met }: { met: MetMember }) {
  // This device may not hold the member before the next pull; until then the typed name is shown.
  const member = useShownCustomer(met.memberId)
  return metSentence(met, member ? `${member.firstName} ${member.lastName}` : met.name)
}
