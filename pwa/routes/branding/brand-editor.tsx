/** A business's name, colors and logo, with a live preview. */
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { setUpTexts } from '#pwa/texts/set-up.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { type BrandColors, brandingChanges } from '#schema/contract/branding.ts'
import { type Business, defaultColors } from '#schema/contract/business.ts'
import { isColor } from '#schema/contract/color.ts'
import { limits } from '#schema/contract/limits.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ColorFields } from './color-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { PaletteButtons } from './palette-buttons.tsx'
import { shadeOf } from './palettes.ts'

type Brand = BrandColors & Pick<Business, 'name'>

interface BrandEditorProps {
  business: Business
  /** Why editing is disabled; null if it is enabled. */
  obstacle: string | null
  onSaved: (business: Business) => void
  /**
   * Given while an owner has yet to choose: saving the proposed branding unchanged agrees to it.
   */
  onAgreed?: (() => void) | undefined
}

export function BrandEditor({ business, obstacle, onSaved, onAgreed }: BrandEditorProps) {
  const { name, colors, edit, isChanged, form, errors, busy } = useBrandEdits(
    business,
    onSaved,
    onAgreed,
  )
  const agrees = !isChanged && onAgreed !== undefined
  const disabled = obstacle !== null

  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {/* On a phone the preview comes before the logo. */}
      <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
        {obstacle && (
          <Banner inset tone="notice">
            {obstacle}
          </Banner>
        )}
        <Card title={brandingTexts.nameAndColors}>
          <form {...form} className="flex flex-col gap-5">
            <Field required label={brandingTexts.name} error={errors.name}>
              {(control) => (
                <Input
                  {...control}
                  name="name"
                  dir="auto"
                  autoComplete="organization"
                  maxLength={limits.businessNameLength}
                  disabled={disabled}
                  value={name}
                  onChange={(event) => edit({ name: event.target.value })}
                />
              )}
            </Field>
            <PaletteButtons colors={colors} onColors={edit} disabled={disabled} />
            <ColorFields
              colors={colors}
              onColors={(next) => edit(withFollowing(next, colors))}
              disabled={disabled}
            />
            <Button
              type="submit"
              busy={busy}
              disabled={disabled || !(isChanged || agrees)}
              className="self-start"
            >
              {agrees ? setUpTexts.looksGood : brandingTexts.save}
            </Button>
          </form>
        </Card>
        <div className="max-lg:order-1">
          <LogoField business={business} disabled={disabled} onSaved={onSaved} />
        </div>
      </div>
      <BrandPreview
        name={name.trim() || business.name}
        logoUrl={business.logoUrl}
        colors={colors}
      />
    </div>
  )
}

/**
 * While the other two colors are the product's or follow the primary one, they go on following it,
 * so that one chosen color makes a brand.
 */
function withFollowing(next: BrandColors, before: BrandColors): Partial<BrandColors> {
  const changes = onlyChanged(next, before)
  const { primaryColor } = changes
  if (primaryColor === undefined || !isColor(primaryColor)) return changes
  const followers = { secondaryColor: defaultColors.secondary, accentColor: defaultColors.accent }
  for (const name of ['secondaryColor', 'accentColor'] as const) {
    const isOwn = ![followers[name], shadeOf(before.primaryColor)].includes(before[name])
    if (!isOwn) changes[name] = shadeOf(primaryColor)
  }
  return changes
}

function useBrandEdits(
  business: Business,
  onSaved: (business: Business) => void,
  onAgreed: (() => void) | undefined,
) {
  const saved = brandOf(business)
  // Only touched fields: the others keep following what other people save.
  const [edits, setEdits] = useState<Partial<Brand>>({})
  const { name, ...colors } = { ...saved, ...edits }
  const form = useForm({
    schema: brandingChanges,
    read: () => onlyChanged(edits, saved),
    async send(body) {
      const params = { businessId: business.id }
      const changed = await withFreshPassword(() =>
        call('business.updateBranding', { params, body }),
      )
      onSaved(changed)
      setEdits((now) => onlyChanged(now, brandOf(changed)))
      showToast({ title: brandingTexts.saved, description: brandingTexts.savedHint })
      if (Object.keys(body).length === 0) onAgreed?.()
    },
    onFailure: (error) => showFailure(brandingTexts.failed, error),
  })
  const isChanged = Object.keys(onlyChanged(edits, saved)).length > 0
  return {
    name,
    colors,
    edit: (changes: Partial<Brand>) => setEdits({ ...edits, ...changes }),
    isChanged,
    ...form,
  }
}

/**
 * Sends only changed fields, so that two people who edit different ones don't undo each other's
 * work.
 */
export function onlyChanged<Facts extends object>(
  typed: Partial<Facts>,
  saved: Facts,
): Partial<Facts> {
  const changed = Object.entries(typed).filter(
    ([name, text]) => text !== saved[name as keyof Facts],
  )
  return Object.fromEntries(changed) as Partial<Facts>
}

function brandOf({ name, primaryColor, secondaryColor, accentColor }: Business): Brand {
  return { name, primaryColor, secondaryColor, accentColor }
}
