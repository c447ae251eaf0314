/**
 * Chooses one business: the server searches while the person types, as in the list of businesses.
 * The choice is stored in the address as the business's id.
 */
import { Command } from 'cmdk'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useCall } from '#pwa/api/use-call.ts'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { auditLogTexts } from '#pwa/texts/audit-log.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { controlClass } from '#pwa/ui/input.tsx'
import { Popover } from '#pwa/ui/popover.tsx'
import { limits } from '#schema/contract/limits.ts'
import { useBusinessSearch } from './use-business-search.ts'

const foundRows = 20

interface BusinessChoiceProps {
  value: string | undefined
  /** The business's name, if a list has it. */
  name?: string | undefined
  /** @param id undefined for all businesses */
  onValue: (id: string | undefined) => void
}

export function BusinessChoice({ value, name, onValue }: BusinessChoiceProps) {
  const [open, setOpen] = useState(false)
  return (
    <span className="min-w-0 *:w-full sm:min-w-40">
      <Popover
        label={platformTexts.searchBusinesses}
        open={open}
        onOpen={setOpen}
        trigger={
          <button
            type="button"
            className={classNames(
              controlClass,
              'flex h-10 items-center justify-between gap-2 pr-3 pl-3 text-left font-medium text-base sm:max-w-56 sm:text-sm',
            )}
          >
            <span className="min-w-0 truncate">
              <span className="sr-only">{auditLogTexts.business}: </span>
              {value === undefined && <span>{auditLogTexts.allBusinesses}</span>}
              {value !== undefined &&
                (name ? <bdi translate="no">{name}</bdi> : <BusinessName id={value} />)}
            </span>
            <ChevronDown size={17} aria-hidden="true" className="shrink-0 text-ink-faint" />
          </button>
        }
      >
        <Choices
          value={value}
          onValue={(id) => {
            setOpen(false)
            onValue(id)
          }}
        />
      </Popover>
    </span>
  )
}

function BusinessName({ id }: { id: string }) {
  const { data } = useCall('admin.businesses', { query: { q: id, limit: 1 } })
  const found = data?.find((business) => business.id === id)
  return <bdi translate="no">{found?.name ?? auditLogTexts.aBusiness}</bdi>
}

function Choices({ value, onValue }: Omit<BusinessChoiceProps, 'name'>) {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState('')
  const words = typed.trim()
  const state = useBusinessSearch(words, { limit: foundRows, sort: 'name' })
  const { data, isOutdated } = state
  const first = words === '' ? 'all' : data?.[0]?.id
  useEffect(() => setMarked(isOutdated || !first ? '' : first), [isOutdated, first])
  return (
    <Command
      label={platformTexts.searchBusinesses}
      shouldFilter={false}
      loop
      value={marked}
      onValueChange={setMarked}
    >
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        maxLength={limits.searchLength}
        placeholder={platformTexts.searchBusinesses}
        className={classNames(controlClass, 'h-10 w-full px-3 text-base sm:text-sm')}
      />
      <Command.List
        aria-busy={isOutdated}
        className="-mx-2 mt-2 max-h-72 overflow-y-auto overscroll-contain"
      >
        <LoadProblem of={state} className="m-2" />
        {words === '' && (
          <Choice value="all" chosen={!value} onSelect={() => onValue(undefined)}>
            {auditLogTexts.allBusinesses}
          </Choice>
        )}
        {data?.map(({ id, name, email }) => (
          <Choice
            key={id}
            value={id}
            chosen={id === value}
            onSelect={() => !isOutdated && onValue(id)}
          >
            <bdi translate="no" className="block truncate">
              {name}
            </bdi>
            <span className="block truncate text-ink-faint text-xs">{email}</span>
          </Choice>
        ))}
        {data && !isOutdated && (
          <Command.Empty className="px-3 py-4 text-ink-soft text-sm">
            {platformTexts.noMatch}
          </Command.Empty>
        )}
      </Command.List>
    </Command>
  )
}

interface ChoiceProps {
  value: string
  chosen: boolean
  onSelect: () => void
  children: ReactNode
}

function Choice({ value, chosen, onSelect, children }: ChoiceProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center justify-between gap-2 rounded-md px-3 py-1 text-sm data-[selected=true]:bg-sunken forced-colors:data-[selected=true]:outline-2"
    >
      <span className="min-w-0">{children}</span>
      {chosen && <Check size={16} aria-hidden="true" className="shrink-0 text-accent" />}
    </Command.Item>
  )
}
