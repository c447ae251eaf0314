/** /profile: personal information, security, sessions, and closing the account. */

import { useNavigate } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { AccountFrame } from '#pwa/routes/frame/account-frame.tsx'
import { NeedsServer } from '#pwa/routes/frame/needs-server.tsx'
import { homeAddress } from '#pwa/session/home-address.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { secondFactorTexts } from '#pwa/texts/second-factor.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useTitle } from '#pwa/ui/use-title.ts'
import type { User } from '#schema/contract/account.ts'
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
  const state = useProfile()
  const isNeeded = state.profile?.secondFactor === 'needed'
  const title = isNeeded ? secondFactorTexts.protect : profileTexts.title
  useTitle(title)
  return (
    <AccountFrame>
      <PageHeader
        title={title}
        description={isNeeded ? secondFactorTexts.setUpFirst : profileTexts.description}
      />
      <Content {...state} />
    </AccountFrame>
  )
}

function Content({ profile, loading, reload, take }: ProfileState) {
  const navigate = useNavigate()
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
  return (
    <div className="flex flex-col gap-6">
      <NeedsServer>
        {profile.secondFactor === 'needed' ? (
          <Security onSaved={() => void navigate({ href: homeAddress(profile.role) })} />
        ) : (
          <Parts profile={profile} onChange={take} />
        )}
      </NeedsServer>
    </div>
  )
}

interface PartsProps {
  profile: User
  onChange: (changed: User) => void
}

/** Staff use a shared phone: it shows the parts that work needs, and folds the rest. */
function Parts({ profile, onChange }: PartsProps) {
  // Keys that change to empty the password form and to reload the list of sessions.
  const [passwords, setPasswords] = useState(0)
  const [ended, setEnded] = useState(0)
  const isStaff = profile.role === 'staff'
  const Rest = isStaff ? Folded : Fragment
  const photo = (
    <Card>
      <Photo profile={profile} onChange={onChange} />
    </Card>
  )
  const emails = (
    <Card title={profileTexts.emailPreferences}>
      <MarketingCheckbox screen="profile" profile={profile} onChange={onChange} />
    </Card>
  )
  const security = <Security key={`security ${passwords}`} onChanged={() => setEnded(ended + 1)} />
  return (
    <>
      {!isStaff && photo}
      <PersonalInformation profile={profile} onChange={onChange} />
      {profile.role === 'business_admin' && emails}
      {profile.businessId && <CounterPin profile={profile} onChange={onChange} />}
      <OwnPassword
        key={passwords}
        email={profile.email}
        onChanged={() => setPasswords(passwords + 1)}
      />
      {!isStaff && security}
      <Sessions key={`sessions ${passwords} ${ended}`} />
      <Rest>
        {isStaff && photo}
        {isStaff && emails}
        {isStaff && security}
        <OwnExport />
        <DangerZone isOnlyOwner={profile.isOnlyOwner ?? false} />
      </Rest>
    </>
  )
}

function Folded({ children }: { children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        <h2 className="font-semibold text-base">{profileTexts.more}</h2>
      </summary>
      <div className="flex flex-col gap-6 pt-2">{children}</div>
    </details>
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
