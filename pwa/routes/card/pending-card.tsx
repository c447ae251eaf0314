/**
 * A member's page before the server knows of the sign-up or has answered: says what comes next, and
 * shows the member code, which staff can already scan.
 */

import { MailCheck, TriangleAlert } from 'lucide-react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { PublicLink } from '#pwa/routes/public/link.tsx'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { WelcomeTicket } from '#pwa/routes/public/ticket.tsx'
import { InstallOffer } from '#pwa/shell/install-offer.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { useBrand } from '#pwa/ui/use-brand.ts'
import type { Refusal, SignUpRow } from '#pwa/visitor/database.ts'
import { savedSignUpSentence } from '#pwa/visitor/pending-hint.ts'
import { signUpPath } from '#schema/contract/address.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'
import { LoyaltyCard, MemberCode } from './member-card.tsx'

interface PendingCardProps {
  signUp: SignUpRow
  lookUp: SignUpLookup | undefined
}

export function PendingCard({ signUp, lookUp }: PendingCardProps) {
  useBrand(lookUp?.business)
  const { payload, answer, refusal, status, memberId } = signUp
  if (refusal) return <ClosedPage refusal={refusal} code={signUp.code} />
  const isApplied = status === 'applied'
  const name = `${payload.firstName} ${payload.lastName}`
  return (
    <main className="mx-auto flex max-w-md flex-col gap-5 px-4 pt-5 pb-12">
      <LoyaltyCard
        business={lookUp?.business}
        greeting={cardTexts.welcomeBack}
        name={name}
        codePart={
          <MemberCode businessName={lookUp?.business.name} name={name} memberId={memberId} />
        }
        pointsLabel={isApplied ? cardTexts.pointsBalance : outcomeTexts.pointsComing}
        points={isApplied ? (answer?.bonusPoints ?? 0) : (lookUp?.welcome.points ?? 0)}
      >
        {null}
      </LoyaltyCard>
      <section className="rounded-xl border border-line bg-surface p-5 shadow-card">
        <div aria-live="polite" className="flex flex-col gap-3">
          <div>
            <SyncBadge state={isApplied ? 'saved' : status} />
          </div>
          <p className="text-ink-soft text-sm">{sentenceOf(status)}</p>
          {lookUp && <WelcomeTicket answer={answer} welcome={lookUp.welcome} discountOnly />}
        </div>
      </section>
      <InstallOffer title={shellTexts.addCard} />
    </main>
  )
}

function sentenceOf(status: SignUpRow['status']): string {
  if (status === 'applied') return cardTexts.memberNow
  if (status === 'sending') return cardTexts.finishing
  if (status === 'parked') {
    return cardTexts.parked
  }
  return savedSignUpSentence()
}

/** A refused sign-up has no page; its address shows the reason and what to do. */
function ClosedPage({ refusal, code }: { refusal: Refusal; code: string }) {
  const isMember = refusal.code === 'already_member'
  return (
    <Notice
      icon={isMember ? <MailCheck size={26} /> : <TriangleAlert size={26} />}
      title={isMember ? outcomeTexts.alreadyMember : outcomeTexts.signUpFailed}
      action={
        <PublicLink
          to={signUpPath(code)}
          className={buttonClass(isMember ? 'secondary' : 'primary', 'lg')}
        >
          {isMember ? outcomeTexts.differentEmail : outcomeTexts.editAndTryAgain}
        </PublicLink>
      }
    >
      {refusalSentence(refusal.code, refusal.message)}
    </Notice>
  )
}
