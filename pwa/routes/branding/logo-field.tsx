/** A business's logo: view, replace, remove. */
import { call } from '#pwa/api/call.ts'
import { PictureButtons, uploadTimeoutMs } from '#pwa/routes/forms/picture-buttons.tsx'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Business } from '#schema/contract/business.ts'

interface LogoFieldProps {
  business: Business
  disabled: boolean
  onSaved: (business: Business) => void
}

export function LogoField({ business, disabled, onSaved }: LogoFieldProps) {
  const params = { businessId: business.id }

  async function save(act: () => Promise<Business>, done: string) {
    try {
      onSaved(await withFreshPassword(act))
      showToast({ title: done })
    } catch (error) {
      showFailure(brandingTexts.logoFailed, error, brandingTexts.chooseAnother)
    }
  }

  return (
    <Card title={brandingTexts.logo}>
      <div className="flex flex-wrap items-center gap-5">
        <BrandScope colors={business} className="flex">
          <BrandMark name={business.name} logoUrl={business.logoUrl} size="lg" />
        </BrandScope>
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-ink-soft text-sm">{brandingTexts.logoHint}</p>
          <PictureButtons
            texts={{
              upload: brandingTexts.uploadLogo,
              remove: brandingTexts.removeLogo,
              picture: brandingTexts.logo,
              wrongFormat: {
                title: brandingTexts.logoFailed,
                description: brandingTexts.chooseAnother,
              },
            }}
            canRemove={Boolean(business.logoUrl)}
            disabled={disabled}
            onUpload={(picture) =>
              save(
                () => call('business.uploadLogo', { params, picture, timeoutMs: uploadTimeoutMs }),
                brandingTexts.logoSaved,
              )
            }
            onRemove={() =>
              save(() => call('business.removeLogo', { params }), brandingTexts.logoRemoved)
            }
          />
        </div>
      </div>
    </Card>
  )
}
