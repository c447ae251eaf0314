/** Buttons that replace or remove a picture, such as a photo or a logo. */
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

/** Uploads can be slow on a poor network. */
export const uploadTimeoutMs = minuteMs

/** File pickers don't enforce `accept`, so the choice is checked too. */
const formats = ['image/png', 'image/jpeg', 'image/webp']

interface PictureButtonsProps {
  /** `wrongFormat` is the toast for a file of another format. */
  texts: {
    upload: string
    remove: string
    picture: string
    wrongFormat: { title: string; description: string }
  }
  canRemove: boolean
  disabled: boolean
  /** Both callbacks report success and failure themselves. */
  onUpload: (picture: File) => Promise<void>
  onRemove: () => Promise<void>
}

export function PictureButtons(props: PictureButtonsProps) {
  const { texts, canRemove, disabled, onUpload, onRemove } = props
  const [busy, setBusy] = useState<'uploading' | 'removing' | null>(null)
  const picker = useRef<HTMLInputElement>(null)

  async function run(kind: 'uploading' | 'removing', act: () => Promise<void>) {
    setBusy(kind)
    await act()
    setBusy(null)
  }

  function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const picture = target.files?.[0]
    // Lets the person choose the same file again after a failure.
    target.value = ''
    if (!picture) return
    if (formats.includes(picture.type)) void run('uploading', () => onUpload(picture))
    else showToast({ ...texts.wrongFormat, tone: 'destructive' })
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        look="secondary"
        busy={busy === 'uploading'}
        disabled={disabled || busy === 'removing'}
        onClick={() => picker.current?.click()}
      >
        {texts.upload}
      </Button>
      {canRemove && (
        <Button
          look="ghost"
          busy={busy === 'removing'}
          disabled={disabled || busy === 'uploading'}
          onClick={() => void run('removing', onRemove)}
        >
          {texts.remove}
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        accept={formats.join()}
        aria-label={texts.picture}
        tabIndex={-1}
        hidden
        onChange={upload}
      />
    </div>
  )
}
