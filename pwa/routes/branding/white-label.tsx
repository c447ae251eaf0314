/** White-Label Config: the defaults for new businesses, and every business's branding. */
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Palette } from 'lucide-react'
import { useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { readWords, useAddressWords } from '#pwa/routes/forms/address-words.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useForm } from '#pwa/routes/forms/use-form.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { useSeenCall, useSeenPages } from '#pwa/session/use-seen-call.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { type Column, Table } from '#pwa/ui/table.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import { type BrandColors, brandColorChanges } from '#schema/contract/branding.ts'
import type { Business } from '#schema/contract/business.ts'
import { BrandEditor, onlyChanged } from './brand-editor.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColorFields } from './color-fields.tsx'

const home = '/super-admin-dashboard/white-label'

export function WhiteLabelScreen() {
  const state = useSeenCall('admin.branding')
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

const swatches = ['primaryColor', 'secondaryColor', 'accentColor'] as const

function TenantBrands() {
  const [query, setQuery, q] = useAddressWords()
  const state = useSeenPages('admin.businesses', { query: { q } })
  const { rows, error, loading, hasMore, more } = state
  const columns: Column<Business>[] = [
    {
      name: brandingTexts.business,
      main: true,
      cell: (business) => (
        <BrandScope colors={business} className="flex items-center gap-3">
          <BrandMark name={business.name} logoUrl={business.logoUrl} size="sm" />
          <bdi translate="no" className="wrap-anywhere font-medium">
            {business.name}
          </bdi>
        </BrandScope>
      ),
    },
    {
      name: brandingTexts.colors,
      cell: (business) => (
        <span className="flex gap-1.5">
          {swatches.map((name) => (
            <span
              key={name}
              title={business[name]}
              className="size-6 rounded-sm border border-line forced-color-adjust-none"
              style={{ backgroundColor: business[name] }}
            >
              <span className="sr-only">{business[name]}</span>
            </span>
          ))}
        </span>
      ),
    },
    {
      name: brandingTexts.ownBranding,
      cell: ({ features }) => (features.whiteLabel ? brandingTexts.yes : brandingTexts.no),
    },
    {
      name: brandingTexts.edit,
      actions: true,
      cell: ({ id, name }) => (
        <Link
          to="/super-admin-dashboard/white-label/$businessId"
          params={{ businessId: id }}
          search={q ? { q } : {}}
          aria-label={brandingTexts.editOf(name)}
          className={buttonClass('secondary', 'sm')}
        >
          {brandingTexts.edit}
        </Link>
      ),
    },
  ]
  return (
    <Card flush title={brandingTexts.businesses}>
      <div className="px-5 pb-4">
        <SearchInput
          label={brandingTexts.searchBusinesses}
          value={query}
          onValue={setQuery}
          isSecond
        />
      </div>
      <LoadProblem of={state} className="px-4 pb-4" />
      {(rows || error === undefined) && (
        <Table
          caption={brandingTexts.businesses}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          empty={<EmptyState icon={<Palette />} sentence={brandingTexts.noMatch} />}
        />
      )}
      {hasMore && (
        <div className="flex justify-center border-line border-t p-3">
          <Button look="ghost" busy={loading} onClick={more}>
            {brandingTexts.showMore}
          </Button>
        </div>
      )}
    </Card>
  )
}

export function TenantBrandingScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId: string }
  const list = readWords(useSearch({ strict: false }))
  const state = useSeenCall('business.get', { params: { businessId } })
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
