/** Says what became of a sign-up that turned out otherwise than it was shown at first. */
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { type MetMember, metSentence } from '#pwa/loyalty/met-members.ts'
import { keep } from '#pwa/texts/keep.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'

export function MetSentence({ met }: { met: MetMember }) {
  // This device may not hold the member before the next pull; until then the typed name is shown.
  const member = useShownCustomer(met.memberId)
  const name = member ? `${member.firstName} ${member.lastName}` : met.name
  return <KeptWords>{metSentence(met, keep(name))}</KeptWords>
}
