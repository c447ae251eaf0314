/** Name, email and phone, with a button to edit them. */

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Banner, bannerActionClass } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { User } from '#schema/contract/account.ts'
import { PersonalForm } from './personal-form.tsx'

interface PersonalInformationProps {
  profile: User
  onChange: (changed: User) => void
}

export function PersonalInformation({ profile, onChange }: PersonalInformationProps) {
  const [editing, setEditing] = useState(false)
  return (
    <Card
      title={profileTexts.personalInformation}
      actions={
        !editing && (
          <Button look="secondary" size="sm" onClick={() => setEditing(true)}>
            {profileTexts.editProfile}
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
            { name: profileTexts.firstName, value: <bdi translate="no">{profile.firstName}</bdi> },
            { name: profileTexts.lastName, value: <bdi translate="no">{profile.lastName}</bdi> },
            { name: profileTexts.email, value: profile.email },
            { name: profileTexts.phone, value: profile.phone || <NotGiven /> },
            {
              name: profileTexts.role,
              value: (
                <span className="inline-block first-letter:uppercase">
                  {profileTexts.roles[profile.role]}
                </span>
              ),
            },
          ]}
        />
      )}
    </Card>
  )
}

function NotGiven() {
  return <span className="font-normal text-ink-faint">{profileTexts.notSet}</span>
}

/** A new address takes effect once its code is entered; until then the user can cancel it. */
function PendingEmail({ profile, onChange }: PersonalInformationProps) {
  const { pendingEmail } = profile
  if (!pendingEmail) return null

  async function takeBack() {
    try {
      onChange(await call('auth.updateProfile', { body: { email: profile.email } }))
      showToast({
        title: profileTexts.updated,
        description: profileTexts.emailStays(profile.email),
      })
    } catch (error) {
      showFailure(profileTexts.updateFailed, error, profileTexts.updateFailedHint)
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
            search={{ userId: pendingEmail.userId }}
            className={bannerActionClass}
          >
            {profileTexts.enterCode}
          </Link>
          <button type="button" className={bannerActionClass} onClick={() => void takeBack()}>
            {profileTexts.cancel}
          </button>
        </span>
      }
    >
      {profileTexts.enterCodeFor(pendingEmail.email)}
    </Banner>
  )
}
