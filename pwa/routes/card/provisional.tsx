/**
 * Her page before the server has heard of her, or before its word has come: what is on its way, and
 * the member code, which staff may scan already (decisions.md §3.9).
 */

import { MailCheck, TriangleAlert } from 'lucide-react'
import { Notice } from '#pwa/routes/join/notice.tsx'
import { WelcomeTicket } from '#pwa/routes/join/ticket.tsx'
import { InstallOffer } from '#pwa/shell/install-offer.tsx'
import { shellTexts } from '#pwa/texts/shell.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { useBrand } from '#pwa/ui/use-brand.ts'
import type { Refusal, SignUpRow } from '#pwa/visitor/database.ts'
import { whatHappensNext } from '#pwa/visitor/sync-tag.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import { PublicLink } from './link.tsx'
import { LoyaltyCard } from './member-card.tsx'

interface ProvisionalPageProps {
  signUp: SignUpRow
  lookUp: SignUpLookup | undefined
}

export function ProvisionalPage({ signUp, lookUp }: ProvisionalPageProps) {
  useBrand(lookUp?.business)
  const { payload, answer, refusal, status, memberId } = signUp
  if (refusal) return <ClosedPage refusal={refusal} code={signUp.code} />
  const isApplied = status === 'applied'
  return (
    <main className="mx-auto flex max-w-md flex-col gap-5 px-4 pt-5 pb-12">
      <LoyaltyCard
        business={lookUp?.business}
        greeting="Welcome back"
        name={`${payload.firstName} ${payload.lastName}`}
        memberId={memberId}
        pointsLabel={isApplied ? 'Points Balance' : 'Points on their way'}
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
  if (status === 'applied')
    return 'You are a member. Your rewards show up with the next connection.'
  if (status === 'sending') return 'Your sign-up is being sent.'
  if (status === 'parked') {
    return 'We have your sign-up. It will be completed when the loyalty program continues.'
  }
  return `Saved on this phone. ${whatHappensNext()}`
}

/** A refused sign-up has no page; its address says why, and what to do. */
function ClosedPage({ refusal, code }: { refusal: Refusal; code: string }) {
  const isMember = refusal.code === 'already_member'
  return (
    <Notice
      icon={isMember ? <MailCheck size={26} /> : <TriangleAlert size={26} />}
      title={isMember ? 'Already a member' : 'Signup Failed'}
      action={
        <PublicLink
          to={`/signup/${encodeURIComponent(code)}`}
          className={buttonClass(isMember ? 'secondary' : 'primary', 'lg')}
        >
          {isMember ? 'Use Another Email' : 'Edit and Try Again'}
        </PublicLink>
      }
    >
      {refusal.message}
    </Notice>
  )
}
