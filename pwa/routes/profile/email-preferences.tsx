/** /email-preferences: marketing emails, since when, and one's rights (spec.md §2). */
import { Link } from '@tanstack/react-router'
import { MailX, UserX } from 'lucide-react'
import { AccountFrame } from '#pwa/routes/account/account-frame.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatDay, formatTime } from '#pwa/ui/format.ts'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { ConsentHistory } from './consent-history.tsx'
import { MarketingCheckbox } from './marketing-checkbox.tsx'
import { type ProfileState, useProfile } from './use-profile.ts'

export function EmailPreferencesScreen() {
  useTitle('Email Preferences')
  const state = useProfile()
  return (
    <AccountFrame>
      <PageHeader title="Email Preferences" description="What we may write to you about." />
      <Content {...state} />
    </AccountFrame>
  )
}

function Content({ profile, loading, reload, take }: ProfileState) {
  if (!profile && loading) {
    return (
      <div role="status" aria-label="Loading your preferences" className="flex flex-col gap-6">
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
          sentence="Profile not found"
          action={
            <Button look="secondary" onClick={reload}>
              Try again
            </Button>
          }
        />
      </Card>
    )
  }
  if (profile.role === 'super_admin') {
    return (
      <Card>
        <EmptyState
          icon={<MailX />}
          sentence="Super admins are exempt from marketing emails, so there is nothing to choose here."
        />
      </Card>
    )
  }
  const { marketingConsentDate: changedAt } = profile
  return (
    <div className="flex flex-col gap-6">
      <Card title="Marketing emails">
        <MarketingCheckbox screen="email-preferences" profile={profile} onChange={take} />
        <p className="mt-2 text-ink-soft text-sm">
          Last updated:{' '}
          {changedAt ? (
            <time dateTime={changedAt}>
              {formatDay(changedAt)}, {formatTime(changedAt)}
            </time>
          ) : (
            'Not set'
          )}
        </p>
        <ConsentHistory key={changedAt} />
      </Card>
      <Rights />
    </div>
  )
}

/** The General Data Protection Regulation, articles 7 and 15 to 22, in plain words. */
function Rights() {
  return (
    <Card title="Your rights under the GDPR">
      <ul className="flex list-disc flex-col gap-2.5 pl-5 text-ink-soft text-sm marker:text-ink-faint">
        <li>
          <Strong>Say no at any time.</Strong> Untick the box above; it counts at once, and whatever
          was sent before stays lawful.
        </li>
        <li>
          <Strong>See and take it along.</Strong> Download everything that is kept about your
          account from your{' '}
          <Link to="/profile" className={textLinkClass}>
            profile
          </Link>
          .
        </li>
        <li>
          <Strong>Have it corrected.</Strong> Your name, email and phone are yours to change there.
        </li>
        <li>
          <Strong>Have it erased.</Strong> The Danger Zone of your profile erases everything
          personal about you.
        </li>
        <li>
          <Strong>Object, restrict, complain.</Strong> You may object to a use of your data, have it
          restricted, and turn to the data protection authority where you live.
        </li>
      </ul>
      <p className="mt-4 text-ink-soft text-sm">
        What is kept, why and for how long stands in the{' '}
        <Link to="/privacy" className={textLinkClass}>
          Privacy Policy
        </Link>
        .
      </p>
    </Card>
  )
}

function Strong({ children }: { children: string }) {
  return <strong className="font-semibold text-ink">{children}</strong>
}
