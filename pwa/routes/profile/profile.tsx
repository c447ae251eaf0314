/** /profile: who one is, where one is signed in, and the way out (spec.md §2). */

import { UserX } from 'lucide-react'
import { AccountFrame } from '#pwa/routes/account/account-frame.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import { DangerZone } from './danger-zone.tsx'
import { MarketingCheckbox } from './marketing-checkbox.tsx'
import { OwnExport } from './own-export.tsx'
import { PersonalInformation } from './personal-information.tsx'
import { Photo } from './photo.tsx'
import { Sessions } from './sessions.tsx'
import { type ProfileState, useProfile } from './use-profile.ts'

export function ProfileScreen() {
  useTitle('Profile')
  const state = useProfile()
  return (
    <AccountFrame>
      <PageHeader
        title="Profile"
        description="Your account, your devices and what is kept about you."
      />
      <Content {...state} />
    </AccountFrame>
  )
}

function Content({ profile, loading, reload, take }: ProfileState) {
  if (!profile && loading) return <ProfileSkeleton />
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
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <Photo profile={profile} onChange={take} />
      </Card>
      <PersonalInformation profile={profile} onChange={take} />
      {profile.role !== 'super_admin' && (
        <Card title="Email Preferences">
          <MarketingCheckbox screen="profile" profile={profile} onChange={take} />
        </Card>
      )}
      <Sessions />
      <OwnExport />
      <DangerZone />
    </div>
  )
}

function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Loading your profile" className="flex flex-col gap-6">
      <Skeleton className="h-34 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  )
}
