/** /profile: personal information, security, sessions, and closing the account. */

import { UserX } from 'lucide-react'
import { useState } from 'react'
import { AccountFrame } from '#pwa/routes/frame/account-frame.tsx'
import { NeedsServer } from '#pwa/routes/frame/needs-server.tsx'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import { CounterPin } from './counter-pin.tsx'
import { DangerZone } from './danger-zone.tsx'
import { MarketingCheckbox } from './marketing-checkbox.tsx'
import { OwnExport } from './own-export.tsx'
import { OwnPassword } from './own-password.tsx'
import { PersonalInformation } from './personal-information.tsx'
import { Photo } from './photo.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'
import { type ProfileState, useProfile } from './use-profile.ts'

export function ProfileScreen() {
  useTitle(profileTexts.title)
  const state = useProfile()
  return (
    <AccountFrame>
      <PageHeader title={profileTexts.title} description={profileTexts.description} />
      <Content {...state} />
    </AccountFrame>
  )
}

function Content({ profile, loading, reload, take }: ProfileState) {
  // Keys that change to empty the password form and to reload the list of sessions.
  const [passwords, setPasswords] = useState(0)
  const [ended, setEnded] = useState(0)
  if (!profile && loading) return <ProfileSkeleton />
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
  const security = (
    <Security
      key={`security ${passwords}`}
      profile={profile}
      onChanged={() => setEnded(ended + 1)}
    />
  )
  const isNeeded = profile.secondFactor === 'needed'
  return (
    <div className="flex flex-col gap-6">
      <NeedsServer>
        {isNeeded && security}
        <Card>
          <Photo profile={profile} onChange={take} />
        </Card>
        <PersonalInformation profile={profile} onChange={take} />
        {profile.role !== 'super_admin' && (
          <Card title={profileTexts.emailPreferences}>
            <MarketingCheckbox screen="profile" profile={profile} onChange={take} />
          </Card>
        )}
        {profile.businessId && <CounterPin profile={profile} onChange={take} />}
        <OwnPassword
          key={passwords}
          email={profile.email}
          onChanged={() => setPasswords(passwords + 1)}
        />
        {!isNeeded && security}
        <Sessions key={`sessions ${passwords} ${ended}`} />
        <OwnExport />
        <DangerZone isOnlyOwner={profile.isOnlyOwner ?? false} />
      </NeedsServer>
    </div>
  )
}

function ProfileSkeleton() {
  return (
    <div role="status" aria-label={profileTexts.loadingProfile} className="flex flex-col gap-6">
      <Skeleton className="h-34 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  )
}
