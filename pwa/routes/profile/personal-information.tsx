/** Name, address and phone: to read, and, one press away, to change (spec.md §2, §4). */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { User } from '#schema/contract/account.ts'
import { PersonalForm } from './personal-form.tsx'
import { roleName } from './role-name.ts'

interface PersonalInformationProps {
  profile: User
  onChange: (changed: User) => void
}

export function PersonalInformation({ profile, onChange }: PersonalInformationProps) {
  const [editing, setEditing] = useState(false)
  return (
    <Card
      title="Personal Information"
      actions={
        !editing && (
          <Button look="secondary" size="sm" onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        )
      }
    >
      {profile.pendingEmail && (
        <div className="mb-4">
          <PendingEmail profile={profile} onChange={onChange} />
        </div>
      )}
      {editing ? (
        <PersonalForm profile={profile} onChange={onChange} onEnd={() => setEditing(false)} />
      ) : (
        <DetailList
          details={[
            { name: 'First name', value: <bdi>{profile.firstName}</bdi> },
            { name: 'Last name', value: <bdi>{profile.lastName}</bdi> },
            { name: 'Email', value: profile.email },
            { name: 'Phone', value: profile.phone || <NotGiven /> },
            { name: 'Role', value: <span className="capitalize">{roleName(profile.role)}</span> },
          ]}
        />
      )}
    </Card>
  )
}

function NotGiven() {
  return <span className="font-normal text-ink-faint">Not given</span>
}

/** A new address counts once its code was entered; until then it can be taken back. */
function PendingEmail({ profile, onChange }: PersonalInformationProps) {
  const { pendingEmail } = profile
  if (!pendingEmail) return null

  async function takeBack() {
    try {
      onChange(await call('auth.updateProfile', { body: { email: profile.email } }))
      showToast({ title: 'Profile updated', description: `Your email stays ${profile.email}.` })
    } catch (error) {
      showFailure('Update failed', error, 'Failed to update profile')
    }
  }

  return (
    <Banner
      tone="notice"
      inset
      action={
        <span className="flex gap-2">
          <Link
            to="/verify-email"
            search={{ userId: pendingEmail.userId } as never}
            className={bannerActionClass}
          >
            Enter code
          </Link>
          <button type="button" className={bannerActionClass} onClick={() => void takeBack()}>
            Cancel
          </button>
        </span>
      }
    >
      <bdi className="break-all">{pendingEmail.email}</bdi> waits for the code we sent to it.
    </Banner>
  )
}
