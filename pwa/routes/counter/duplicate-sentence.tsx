/** Says what became of a sign-up that turned out otherwise than it was shown at first. */
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { type DuplicateSignUp, duplicateSentence } from '#pwa/loyalty/duplicate-sign-ups.ts'
import { keep } from '#pwa/texts/keep.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'

export function DuplicateSentence({ met }: { met: DuplicateSignUp }) {
  // This device may not hold the member before the next pull; until then the typed name is shown.
  const member = useShownCustomer(met.memberId)
  const name = member ? `${member.firstName} ${member.lastName}` : met.name
  return <KeptWords>{duplicateSentence(met, keep(name))}</KeptWords>
}
