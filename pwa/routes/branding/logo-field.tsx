/** A business's logo: view, replace, remove. */
import { type ChangeEvent, useRef, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { pictureFormats } from '#pwa/routes/forms/picture-formats.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'

interface LogoFieldProps {
  business: Business
  disabled: boolean
  onSaved: (business: Business) => void
}

/** Uploads can be slow on a poor network. */
const uploadTimeoutMs = 60_000

export function LogoField({ business, disabled, onSaved }: LogoFieldProps) {
  const [busy, setBusy] = useState<'uploading' | 'removing' | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const params = { businessId: business.id }

  async function carryOut(kind: 'uploading' | 'removing', act: () => Promise<Business>) {
    setBusy(kind)
    try {
      onSaved(await withFreshPassword(act))
      showToast({
        title: kind === 'uploading' ? brandingTexts.logoSaved : brandingTexts.logoRemoved,
      })
    } catch (error) {
      showFailure(brandingTexts.logoFailed, error, brandingTexts.chooseAnother)
    } finally {
      setBusy(null)
    }
  }

  function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const picture = target.files?.[0]
    // Lets the person choose the same file again after a failure.
    target.value = ''
    if (!picture) return
    if (!pictureFormats.includes(picture.type)) {
      const description = brandingTexts.chooseAnother
      showToast({ title: brandingTexts.logoFailed, description, tone: 'destructive' })
      return
    }
    void carryOut('uploading', () =>
      call('business.uploadLogo', { params, picture, timeoutMs: uploadTimeoutMs }),
    )
  }

  return (
    <Card title={brandingTexts.logo}>
      <div className="flex flex-wrap items-center gap-5">
        <BrandScope colors={business} className="flex">
          <BrandMark name={business.name} logoUrl={business.logoUrl} size="lg" />
        </BrandScope>
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-ink-soft text-sm">{brandingTexts.logoHint}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              look="secondary"
              busy={busy === 'uploading'}
              disabled={disabled || busy === 'removing'}
              onClick={() => picker.current?.click()}
            >
              {brandingTexts.uploadLogo}
            </Button>
            {business.logoUrl && (
              <Button
                look="ghost"
                busy={busy === 'removing'}
                disabled={disabled || busy === 'uploading'}
                onClick={() =>
                  void carryOut('removing', () => call('business.removeLogo', { params }))
                }
              >
                {brandingTexts.removeLogo}
              </Button>
            )}
            <input
              ref={picker}
              type="file"
              accept={pictureFormats.join()}
              aria-label={brandingTexts.logo}
              tabIndex={-1}
              hidden
              onChange={upload}
            />
          </div>
        </div>
      </div>
    </Card>
  )
}
