/** Filters the businesses by status, type and plan; each choice shows as a chip that removes it. */

import { ListFilter, X } from 'lucide-react'
import { readTenantSearch, type TenantSearch } from '#pwa/routes/frame/tenant-search.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/input.tsx'
import { Popover } from '#pwa/ui/popover.tsx'

const sorts = ['-created', 'created', 'name', '-name'] as const
const names = ['status', 'type', 'plan'] as const
type FilterName = (typeof names)[number]

/** Labels of a filter's values. */
function labelsOf(name: FilterName): Record<string, string> {
  const { statuses, types, plans } = platformTexts
  return { status: statuses, type: types, plan: plans }[name]
}

interface TenantFilterProps {
  search: TenantSearch
  onChange: (change: (before: TenantSearch) => TenantSearch) => void
}

/** An empty choice is removed from the address. */
function without(before: TenantSearch, name: FilterName | 'q'): TenantSearch {
  const { [name]: _, ...others } = before
  return others
}

export function TenantFilter({ search, onChange }: TenantFilterProps) {
  const count = names.filter((name) => search[name]).length
  return (
    <Popover
      label={platformTexts.filterBusinesses}
      trigger={
        <Button look="secondary">
          <ListFilter size={17} aria-hidden="true" />
          <span>{platformTexts.filter}</span>
          {count > 0 && (
            <span className="-mr-1 rounded-full bg-accent-soft px-2 text-on-accent-soft text-xs">
              <span aria-hidden="true">{count}</span>
              <span className="sr-only">{platformTexts.filtersActive(count)}</span>
            </span>
          )}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {names.map((name) => (
          <Field key={name} label={platformTexts[name]}>
            {(control) => (
              <Select
                {...control}
                value={search[name] ?? ''}
                onChange={({ target: { value } }) =>
                  onChange((before) => readTenantSearch({ ...before, [name]: value || undefined }))
                }
              >
                <option value="">{platformTexts.all}</option>
                {Object.entries(labelsOf(name)).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        {/* For phones, where the list has no header to press. */}
        <div className="md:hidden">
          <Field label={platformTexts.sortBy}>
            {(control) => (
              <Select
                {...control}
                value={search.sort ?? '-created'}
                onChange={({ target: { value } }) =>
                  onChange((before) => readTenantSearch({ ...before, sort: value }))
                }
              >
                {sorts.map((sort) => (
                  <option key={sort} value={sort}>
                    {platformTexts.sorts[sort]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </div>
    </Popover>
  )
}

export function TenantFilterChips({ search, onChange }: TenantFilterProps) {
  const chosen = names.flatMap((name) => {
    const value = search[name]
    const words = value && labelsOf(name)[value]
    return words ? [{ name, words: platformTexts.filterChip(platformTexts[name], words) }] : []
  })
  const chips = [
    ...(search.q ? [{ name: 'q' as const, words: platformTexts.searchChip(search.q) }] : []),
    ...chosen,
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label={platformTexts.filters} className="flex flex-wrap items-center gap-2 px-5 pb-4">
      {chips.map(({ name, words }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={platformTexts.removeFilter(words)}
            onClick={() => onChange((before) => without(before, name))}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 font-medium text-on-accent-soft text-sm hover:inset-ring hover:inset-ring-current/40"
          >
            <span className="truncate">{words}</span>
            <X size={15} aria-hidden="true" className="shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button look="ghost" size="sm" onClick={() => onChange(() => ({}))}>
          {platformTexts.clearAll}
        </Button>
      </li>
    </ul>
  )
}
