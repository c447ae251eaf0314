/** The result of a sign-up: joined, saved for later, or refused with a next step. */

import { Check, CloudUpload, Hourglass, MailCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { PublicLink } from '#pwa/routes/public/link.tsx'
import { WelcomeTicket } from '#pwa/routes/public/ticket.tsx'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Refusal } from '#pwa/visitor/database.ts'
import type { SignUpVerdict } from '#pwa/visitor/follow-sign-up.ts'
import { savedSignUpSentence } from '#pwa/visitor/pending-hint.ts'
import type { SavedSignUp } from '#pwa/visitor/save-sign-up.ts'
import type { PublicBusiness } from '#schema/contract/public-business.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'
import { OutcomeCard } from './outcome-card.tsx'
import { TillEnd } from './till-notice.tsx'

interface SignUpOutcomeProps {
  business: PublicBusiness
  welcome: SignUpLookup['welcome']
  saved: SavedSignUp
  verdict: SignUpVerdict
  onEdit: (refusal: Refusal) => void
  onNext: () => void
}

export function SignUpOutcome(props: SignUpOutcomeProps) {
  const { verdict, saved } = props
  if (verdict.kind === 'refused') return <Refused {...props} refusal={verdict.refusal} />
  const end: ReactNode = saved.till ? (
    <TillEnd
      // The server can't open a card before it has the sign-up.
      customerId={verdict.kind === 'waiting' ? null : saved.customerId}
      onNext={props.onNext}
    />
  ) : (
    <PublicLink to={`/customer/${saved.customerId}`} className={buttonClass('brand', 'lg')}>
      {outcomeTexts.openMyCard}
    </PublicLink>
  )
  if (verdict.kind === 'applied') {
    return (
      <OutcomeCard
        icon={<Check size={26} />}
        title={outcomeTexts.welcomeName(saved.firstName)}
        end={end}
      >
        <p>{outcomeTexts.nowMember(props.business.name)}</p>
        {verdict.answer && <WelcomeTicket answer={verdict.answer} welcome={props.welcome} />}
      </OutcomeCard>
    )
  }
  if (verdict.kind === 'parked') {
    return (
      <OutcomeCard icon={<Hourglass size={26} />} title={outcomeTexts.gotSignUp} end={end}>
        <p>{outcomeTexts.signUpPaused(props.business.name)}</p>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard icon={<CloudUpload size={26} />} title={outcomeTexts.almostIn} end={end}>
      <p>{saved.till ? outcomeTexts.savedOnTill : savedSignUpSentence()}</p>
      <WelcomeTicket answer={null} welcome={props.welcome} />
    </OutcomeCard>
  )
}

function Refused({ refusal, saved, onEdit, onNext }: SignUpOutcomeProps & { refusal: Refusal }) {
  const isMember = refusal.code === 'already_member'
  useEffect(() => {
    if (isMember) return
    const description = refusalSentence(refusal.code, refusal.message)
    showToast({ title: outcomeTexts.signUpFailed, description, tone: 'destructive' })
  }, [isMember, refusal])
  return (
    <OutcomeCard
      tone={isMember ? 'notice' : 'danger'}
      icon={isMember ? <MailCheck size={26} /> : <TriangleAlert size={26} />}
      title={isMember ? outcomeTexts.alreadyMember : outcomeTexts.signUpFailed}
      end={
        <>
          <Button look={isMember ? 'secondary' : 'brand'} size="lg" onClick={() => onEdit(refusal)}>
            {isMember ? outcomeTexts.differentEmail : outcomeTexts.editAndTryAgain}
          </Button>
          {saved.till && (
            <Button look="secondary" size="lg" onClick={onNext}>
              {outcomeTexts.nextCustomer}
            </Button>
          )}
        </>
      }
    >
      <p>{refusalSentence(refusal.code, refusal.message)}</p>
    </OutcomeCard>
  )
}
