/** The audit log's filter: kind of act, outcome, person, days, business. */
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { controlClass, Select } from '#pwa/ui/input.tsx'
import { type AuditSearch, outcomes, readAuditSearch } from './audit-search.ts'

interface AuditLogFilterProps {
  groups: readonly { act: string; label: string }[]
  /** The people who acted in the lines shown. */
  people: readonly { id: string; name: string }[]
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
  /** A field to choose a business, for a log of several. */
  businessChoice?: ReactNode
}

export function AuditLogFilter({
  groups,
  people,
  search,
  onSearch,
  businessChoice,
}: AuditLogFilterProps) {
  /** An empty choice is removed from the address. */
  const choose = (name: keyof AuditSearch, value: string) => {
    const { [name]: _, ...others } = search
    onSearch(value ? readAuditSearch({ ...others, [name]: value }) : others)
  }
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        className="sm:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={18} aria-hidden="true" />
        {auditLogTexts.filter}
      </Button>
      <div className={isOpen ? 'contents' : 'contents max-sm:hidden'}>
        <Choice
          label={auditLogTexts.activityType}
          all={auditLogTexts.allActivity}
          value={search.act}
          choices={groups.map(({ act, label }) => ({ value: act, label }))}
          onValue={(value) => choose('act', value)}
        />
        <Choice
          label={auditLogTexts.result}
          all={auditLogTexts.anyResult}
          value={search.outcome}
          choices={outcomes.map((value) => ({ value, label: auditLogTexts[value] }))}
          onValue={(value) => choose('outcome', value)}
        />
        <Choice
          label={auditLogTexts.person}
          all={auditLogTexts.everyone}
          value={search.person}
          choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          onValue={(value) => choose('person', value)}
        />
        {businessChoice}
        {/* Side by side on phones, in line with the other fields on wider screens. */}
        <div className="col-span-full grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 sm:flex">
          <Day
            label={auditLogTexts.from}
            value={search.from}
            onValue={(value) => choose('from', value)}
          />
          <Day
            label={auditLogTexts.to}
            value={search.to}
            onValue={(value) => choose('to', value)}
          />
        </div>
      </div>
      {Object.keys(search).length > 0 && (
        <Button look="ghost" onClick={() => onSearch({})}>
          {auditLogTexts.clearFilters}
        </Button>
      )}
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onValue: (value: string) => void
}

function Day({ label, value = '', onValue }: DayProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-ink-soft text-sm sm:flex-row sm:items-center sm:gap-2">
      <span>{label}</span>
      <input
        type="date"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={classNames(controlClass, 'h-10 w-full px-3 font-medium text-sm')}
      />
    </label>
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
    <span className="min-w-0 *:w-full sm:min-w-40">
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
