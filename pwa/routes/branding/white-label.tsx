/** White-Label Config: the defaults for new businesses, and every business's branding. */
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { readWords } from '#pwa/routes/forms/address-words.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { type BrandColors, brandColorChanges } from '#schema/contract/branding.ts'
import type { Business } from '#schema/contract/business.ts'
import { BrandEditor, onlyChanged } from './brand-editor.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColorFields } from './color-fields.tsx'
import { TenantBrands } from './tenant-brands.tsx'

const home = '/super-admin-dashboard/white-label'

export function WhiteLabelScreen() {
  const state = useCachedCall('admin.branding')
  const { data, error, seenAt } = state
  const [changed, setChanged] = useState<BrandColors | null>(null)
  // Only touched fields: the others keep following what other people save.
  const [edits, setEdits] = useState<Partial<BrandColors>>({})
  const saved = changed ?? data
  const colors = saved && { ...saved, ...edits }
  return (
    <>
      <PageHeader
        title={brandingTexts.whiteLabel}
        description={brandingTexts.whiteLabelDescription}
      />
      <div className="flex flex-col gap-6">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <Card title={brandingTexts.defaults} description={brandingTexts.defaultsHint}>
            <LoadProblem of={state} className="mb-4" />
            {saved && (
              <DefaultColors
                saved={saved}
                edits={edits}
                onEdits={setEdits}
                onSaved={(colors) => {
                  setChanged(colors)
                  setEdits((now) => onlyChanged(now, colors))
                }}
                isOffline={seenAt !== null}
              />
            )}
            {!data && error === undefined && <Skeleton className="h-32 w-full" />}
          </Card>
          {colors && (
            <BrandPreview name={brandingTexts.sampleBusiness} logoUrl={null} colors={colors} />
          )}
        </div>
        <TenantBrands />
      </div>
    </>
  )
}

interface DefaultColorsProps {
  saved: BrandColors
  edits: Partial<BrandColors>
  onEdits: (edits: Partial<BrandColors>) => void
  onSaved: (colors: BrandColors) => void
  isOffline: boolean
}

function DefaultColors({ saved, edits, onEdits, onSaved, isOffline }: DefaultColorsProps) {
  const { form, busy } = useForm({
    schema: brandColorChanges,
    read: () => onlyChanged(edits, saved),
    async send(body) {
      onSaved(await withFreshPassword(() => call('admin.updateBranding', { body })))
      showToast({ title: brandingTexts.defaultsSaved })
    },
    onFailure: (error) => showFailure(brandingTexts.failed, error),
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      <ColorFields
        colors={{ ...saved, ...edits }}
        onColors={(next) => onEdits(onlyChanged(next, saved))}
        disabled={isOffline}
      />
      <Button type="submit" busy={busy} disabled={isOffline} className="self-start">
        {brandingTexts.saveDefaults}
      </Button>
    </form>
  )
}

export function TenantBrandingScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId: string }
  const list = readWords(useSearch({ strict: false }))
  const state = useCachedCall('business.get', { params: { businessId } })
  const { data, error, seenAt } = state
  const [saved, setSaved] = useState<Business | null>(null)
  const shown = saved ?? data
  return (
    <>
      <p className="mb-3">
        <Link
          to={home}
          search={list}
          className={`${textLinkClass} inline-flex items-center gap-1.5`}
        >
          <ArrowLeft size={16} aria-hidden="true" />
          {brandingTexts.back}
        </Link>
      </p>
      <PageHeader
        title={brandingTexts.title}
        description={shown && <bdi translate="no">{shown.name}</bdi>}
      />
      <LoadProblem of={state} className="mb-6" />
      {shown && (
        <BrandEditor
          business={shown}
          obstacle={seenAt ? brandingTexts.offline : null}
          onSaved={setSaved}
        />
      )}
      {!shown && error === undefined && <Skeleton className="h-80 w-full" />}
    </>
  )
}
