/** What of the audit log is shown: a kind of act, an outcome and, on the platform, a business. */
import { Button } from '#pwa/ui/button.tsx'
import { Select } from '#pwa/ui/input.tsx'

/** As it stands in the address. */
export interface AuditSearch {
  act?: string
  outcome?: 'done' | 'refused' | 'parked'
  business?: string
}

const outcomes = [
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'parked', label: 'On hold' },
] as const

/** Whatever an address says, only what can be asked for is asked for. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { act, outcome, business } = search
  const known = outcomes.find(({ value }) => value === outcome)
  return {
    ...(typeof act === 'string' && /^[A-Za-z.]{1,60}$/.test(act) && { act }),
    ...(known && { outcome: known.value }),
    ...(typeof business === 'string' && /^[0-9a-f-]{36}$/.test(business) && { business }),
  }
}

interface AuditLogFilterProps {
  groups: readonly { act: string; label: string }[]
  businesses?: readonly { id: string; name: string }[]
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

export function AuditLogFilter({ groups, businesses, search, onSearch }: AuditLogFilterProps) {
  /** An empty choice leaves the address. */
  const choose = (name: keyof AuditSearch, value: string) => {
    const { [name]: _, ...others } = search
    onSearch(value ? readAuditSearch({ ...others, [name]: value }) : others)
  }
  return (
    <>
      <Choice
        label="Kind of act"
        all="All acts"
        value={search.act}
        choices={groups.map(({ act, label }) => ({ value: act, label }))}
        onValue={(value) => choose('act', value)}
      />
      <Choice
        label="Outcome"
        all="All outcomes"
        value={search.outcome}
        choices={outcomes}
        onValue={(value) => choose('outcome', value)}
      />
      {businesses && (
        <Choice
          label="Business"
          all="All businesses"
          value={search.business}
          choices={businesses.map(({ id, name }) => ({ value: id, label: name }))}
          onValue={(value) => choose('business', value)}
        />
      )}
      {Object.keys(search).length > 0 && (
        <Button look="ghost" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  all: string
  value: string | undefined
  choices: readonly { value: string; label: string }[]
  onValue: (value: string) => void
}

function Choice({ label, all, value = '', choices, onValue }: ChoiceProps) {
  return (
    <span className="min-w-40 flex-1 *:w-full sm:flex-none">
      <Select
        size="sm"
        aria-label={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className="w-full sm:max-w-56"
      >
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </span>
  )
}
