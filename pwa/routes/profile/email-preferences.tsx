/** /email-preferences: the marketing consent, its date, and the user's rights. */

import { Link } from '@tanstack/react-router'
import { MailX, UserX } from 'lucide-react'
import { AccountFrame } from '#pwa/routes/frame/account-frame.tsx'
import { NeedsServer } from '#pwa/routes/frame/needs-server.tsx'
import { formatInstant } from '#pwa/texts/format.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { RichText } from '#pwa/ui/rich-text.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { ConsentHistory } from './consent-history.tsx'
import { MarketingCheckbox } from './marketing-checkbox.tsx'
import { type ProfileState, useProfile } from './use-profile.ts'

export function EmailPreferencesScreen() {
  useTitle(profileTexts.emailPreferences)
  const state = useProfile()
  return (
    <AccountFrame>
      <PageHeader
        title={profileTexts.emailPreferences}
        description={profileTexts.preferencesHint}
      />
      <Content {...state} />
    </AccountFrame>
  )
}

function Content({ profile, loading, reload, take }: ProfileState) {
  if (!profile && loading) {
    return (
      <div
        role="status"
        aria-label={profileTexts.loadingPreferences}
        className="flex flex-col gap-6"
      >
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    )
  }
  if (!profile) {
    return (
      <Card>
        <EmptyState
          icon={<UserX />}
          sentence={profileTexts.notFound}
          action={
            <Button look="secondary" onClick={reload}>
              {profileTexts.tryAgain}
            </Button>
          }
        />
      </Card>
    )
  }
  if (profile.role === 'super_admin') {
    return (
      <Card>
        <EmptyState icon={<MailX />} sentence={profileTexts.exempt} />
      </Card>
    )
  }
  const { marketingConsentDate: changedAt } = profile
  return (
    <div className="flex flex-col gap-6">
      <NeedsServer>
        <Card title={profileTexts.marketingEmails}>
          <MarketingCheckbox screen="email-preferences" profile={profile} onChange={take} />
          <p className="mt-2 text-ink-soft text-sm">
            {profileTexts.lastUpdated(changedAt ? formatInstant(changedAt) : profileTexts.notSet)}
          </p>
          <ConsentHistory key={changedAt} />
        </Card>
      </NeedsServer>
      <Rights />
    </div>
  )
}

/** Articles 7 and 15 to 22 of the General Data Protection Regulation, in plain words. */
function Rights() {
  const rights = [
    profileTexts.rightWithdraw,
    profileTexts.rightAccess,
    profileTexts.rightCorrection,
    profileTexts.rightDeletion,
    profileTexts.rightObjection,
  ]
  return (
    <Card title={profileTexts.rights}>
      <ul className="flex list-disc flex-col gap-2.5 pl-5 text-ink-soft text-sm marker:text-ink-faint">
        {rights.map((right) => (
          <li key={right}>
            <RichText
              text={right}
              parts={{
                b: (words) => <strong className="font-semibold text-ink">{words}</strong>,
                profile: (words) => (
                  <Link to="/profile" className={textLinkClass}>
                    {words}
                  </Link>
                ),
              }}
            />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ink-soft text-sm">
        <RichText
          text={profileTexts.seePrivacy}
          parts={{
            privacy: (words) => (
              <Link to="/privacy" className={textLinkClass}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </Card>
  )
}
