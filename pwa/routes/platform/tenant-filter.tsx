/** Filters the businesses by status, type and plan; what is chosen shows as chips to take off. */
import { ListFilter, X } from 'lucide-react'
import { Button } from '#pwa/ui/button.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Select } from '#pwa/ui/input.tsx'
import { Popover } from '#pwa/ui/popover.tsx'
import { businessTypes } from '#schema/contract/business.ts'
import { planLabels } from './plans.ts'
import { readTenantSearch, type TenantSearch } from './tenant-search.ts'

const choices = {
  status: {
    label: 'Status',
    labels: { active: 'Active', trial: 'Trial', suspended: 'Suspended' } as Record<string, string>,
  },
  type: { label: 'Type', labels: businessTypes as Record<string, string> },
  plan: { label: 'Plan', labels: planLabels as Record<string, string> },
} as const
type FilterName = keyof typeof choices
const names = Object.keys(choices) as FilterName[]

interface TenantFilterProps {
  search: TenantSearch
  onChange: (change: (before: TenantSearch) => TenantSearch) => void
}

/** An empty choice leaves the address. */
function without(before: TenantSearch, name: FilterName | 'q'): TenantSearch {
  const { [name]: _, ...others } = before
  return others
}

export function TenantFilter({ search, onChange }: TenantFilterProps) {
  const count = names.filter((name) => search[name]).length
  return (
    <Popover
      label="Filter businesses"
      trigger={
        <Button look="secondary">
          <ListFilter size={17} aria-hidden="true" />
          Filter
          {count > 0 && (
            <span className="-mr-1 rounded-full bg-accent-soft px-2 text-on-accent-soft text-xs">
              {count}
              <span className="sr-only"> chosen</span>
            </span>
          )}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {names.map((name) => (
          <Field key={name} label={choices[name].label}>
            {(control) => (
              <Select
                {...control}
                value={search[name] ?? ''}
                onChange={({ target: { value } }) =>
                  onChange((before) => readTenantSearch({ ...before, [name]: value || undefined }))
                }
              >
                <option value="">All</option>
                {Object.entries(choices[name].labels).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </Popover>
  )
}

export function TenantFilterChips({ search, onChange }: TenantFilterProps) {
  const chosen = names.flatMap((name) => {
    const value = search[name]
    const words = value && choices[name].labels[value]
    return words ? [{ name, words: `${choices[name].label}: ${words}` }] : []
  })
  const chips = [
    ...(search.q ? [{ name: 'q' as const, words: `Search: ${search.q}` }] : []),
    ...chosen,
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2 px-5 pb-4">
      {chips.map(({ name, words }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`Take off ${words}`}
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
          Clear all
        </Button>
      </li>
    </ul>
  )
}
