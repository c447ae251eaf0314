/** Every business's branding, with the way to its editor. */
import { Link } from '@tanstack/react-router'
import { Palette } from 'lucide-react'
import { useAddressWords } from '#pwa/routes/forms/address-words.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { useCachedPages } from '#pwa/session/use-cached-call.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { Business } from '#schema/contract/business.ts'

const swatches = ['primaryColor', 'secondaryColor', 'accentColor'] as const

export function TenantBrands() {
  const [query, setQuery, q] = useAddressWords()
  const state = useCachedPages('admin.businesses', { query: { q } })
  const { rows, error, loading, hasMore, more } = state
  const columns = columnsWith(q)
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

/** @param q the search, which the link keeps for the way back */
function columnsWith(q: string): Column<Business>[] {
  return [
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
}
