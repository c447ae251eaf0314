/** The user's photo or initials, with buttons to change or remove the photo. */

import { type ChangeEvent, useRef, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { pictureFormats } from '#pwa/routes/forms/picture-formats.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import type { User } from '#schema/contract/account.ts'
import { shrinkPhoto } from './shrink-photo.ts'

interface PhotoProps {
  profile: User
  onChange: (changed: User) => void
}

/** Uploads can be slow on a poor network. */
const uploadTimeoutMs = 60_000

export function Photo({ profile, onChange }: PhotoProps) {
  const [busy, setBusy] = useState<'uploading' | 'removing' | null>(null)
  const isOffline = useBetweenPresses(useConnection() === 'offline')
  const picker = useRef<HTMLInputElement>(null)
  const name = `${profile.firstName} ${profile.lastName}`

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Lets the user choose the same file again after a failure.
    target.value = ''
    if (!file) return
    if (!pictureFormats.includes(file.type)) {
      const description = profileTexts.choosePhoto
      showToast({ title: profileTexts.updateFailed, description, tone: 'destructive' })
      return
    }
    setBusy('uploading')
    try {
      const picture = await shrinkPhoto(file)
      onChange(await call('auth.uploadPhoto', { picture, timeoutMs: uploadTimeoutMs }))
      showToast({ title: profileTexts.photoUpdated })
    } catch (error) {
      showFailure(profileTexts.updateFailed, error, profileTexts.choosePhoto)
    } finally {
      setBusy(null)
    }
  }

  async function remove() {
    setBusy('removing')
    try {
      onChange(await call('auth.removePhoto'))
      showToast({ title: profileTexts.photoRemoved })
    } catch (error) {
      showFailure(profileTexts.updateFailed, error, profileTexts.updateFailedHint)
    } finally {
      setBusy(null)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
      <Avatar name={name} imageUrl={profile.profileImageUrl} size="lg" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-words font-semibold text-xl tracking-tight">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="mt-0.5 text-ink-soft text-sm">{profileTexts.photoHint}</p>
        {isOffline && <p className="mt-1 text-sm text-warning">{profileTexts.photoOffline}</p>}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            look="secondary"
            busy={busy === 'uploading'}
            disabled={isOffline || busy === 'removing'}
            onClick={() => picker.current?.click()}
          >
            {profileTexts.uploadPhoto}
          </Button>
          {profile.profileImageUrl && (
            <Button
              look="ghost"
              busy={busy === 'removing'}
              disabled={isOffline || busy === 'uploading'}
              onClick={() => void remove()}
            >
              {profileTexts.removePhoto}
            </Button>
          )}
          <input
            ref={picker}
            type="file"
            accept={pictureFormats.join()}
            aria-label={profileTexts.photo}
            tabIndex={-1}
            hidden
            onChange={(event) => void upload(event)}
          />
        </div>
      </div>
    </div>
  )
}
