/** The user's photo or initials, with buttons to change or remove the photo. */

import { call } from '#pwa/api/call.ts'
import { PictureButtons, uploadTimeoutMs } from '#pwa/routes/forms/picture-buttons.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import type { User } from '#schema/contract/account.ts'
import { shrinkPhoto } from './shrink-photo.ts'

interface PhotoProps {
  profile: User
  onChange: (changed: User) => void
}

export function Photo({ profile, onChange }: PhotoProps) {
  const isOffline = useBetweenPresses(useConnection() === 'offline')
  const name = `${profile.firstName} ${profile.lastName}`

  async function upload(file: File) {
    try {
      const picture = await shrinkPhoto(file)
      onChange(await call('auth.uploadPhoto', { picture, timeoutMs: uploadTimeoutMs }))
      showToast({ title: profileTexts.photoUpdated })
    } catch (error) {
      showFailure(profileTexts.updateFailed, error, profileTexts.choosePhoto)
    }
  }

  async function remove() {
    try {
      onChange(await call('auth.removePhoto'))
      showToast({ title: profileTexts.photoRemoved })
    } catch (error) {
      showFailure(profileTexts.updateFailed, error, profileTexts.updateFailedHint)
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
        <PictureButtons
          texts={{
            upload: profileTexts.uploadPhoto,
            remove: profileTexts.removePhoto,
            picture: profileTexts.photo,
            wrongFormat: {
              title: profileTexts.updateFailed,
              description: profileTexts.choosePhoto,
            },
          }}
          canRemove={Boolean(profile.profileImageUrl)}
          disabled={isOffline}
          onUpload={upload}
          onRemove={remove}
        />
      </div>
    </div>
  )
}
