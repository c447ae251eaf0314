/** The customer list's filter, order and export, and how many customers it shows. */
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, Ellipsis, FileUp, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type CustomerGroup,
  type CustomerSort,
  customerGroups,
  customerSorts,
} from '#pwa/loyalty/customer-order.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { memberPairTexts } from '#pwa/texts/member-pairs.ts'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Select } from '#pwa/ui/input.tsx'
import { Menu, type MenuItem } from '#pwa/ui/menu.tsx'
import { useMedia } from '#pwa/ui/use-media.ts'
import { limits } from '#schema/contract/limits.ts'

interface CustomerToolsProps {
  group: CustomerGroup
  onGroup: (group: CustomerGroup) => void
  sort: CustomerSort
  onSort: (sort: CustomerSort) => void
  count: number
  /** The counts are not known yet. */
  isUnknown: boolean
  /** The first sync isn't complete: an export would lack customers without showing it. */
  isPartial: boolean
  /** null if the user is staff, because staff may not export contact details. */
  onExport: (() => void) | null
  isExporting: boolean
  /** For owners, who may bring members over from a file. */
  mayImport: boolean
}

export function CustomerTools(props: CustomerToolsProps) {
  const { group, onGroup, sort, onSort, count, isUnknown, isPartial, onExport } = props
  const isFolded = useFolded()
  return (
    <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2 max-md:w-full">
      <span className="flex min-w-0 max-md:flex-1 max-md:basis-24 max-md:*:w-full">
        <Select
          size="sm"
          aria-label={businessTexts.filterCustomers}
          value={group}
          onChange={({ target }) => onGroup(target.value as CustomerGroup)}
        >
          {customerGroups.map((name) => (
            <option key={name} value={name}>
              {businessTexts.customerGroups[name]}
            </option>
          ))}
        </Select>
      </span>
      {/* For phones, where the list has no header to press. */}
      <span className="flex min-w-0 flex-1 basis-24 *:w-full md:hidden">
        <Select
          size="sm"
          aria-label={businessTexts.sortCustomers}
          value={sort}
          onChange={({ target }) => onSort(target.value as CustomerSort)}
        >
          {customerSorts.map((name) => (
            <option key={name} value={name}>
              {businessTexts.customerSorts[name]}
            </option>
          ))}
        </Select>
      </span>
      {!isFolded && <Acts {...props} />}
      <p role="status" className="text-ink-soft text-sm tabular-nums max-md:basis-full">
        {!(isUnknown && count === 0) && shownCount(count, isPartial && onExport !== null)}
      </p>
    </div>
  )
}

const cannotExport = ({ count, isPartial }: CustomerToolsProps) => count === 0 || isPartial

function Acts(props: CustomerToolsProps) {
  const { onExport, isExporting, mayImport } = props
  return (
    <>
      {onExport && (
        <Button
          look="secondary"
          busy={isExporting}
          disabled={cannotExport(props)}
          onClick={onExport}
        >
          <Download size={17} aria-hidden="true" />
          {businessTexts.exportCustomers}
        </Button>
      )}
      {mayImport && (
        <ActLink to={importsPath} icon={<FileUp size={17} aria-hidden="true" />}>
          {businessTexts.importCustomers}
        </ActLink>
      )}
      {onExport && (
        <ActLink to={duplicatesPath} icon={<Users size={17} aria-hidden="true" />}>
          {memberPairTexts.link}
        </ActLink>
      )}
    </>
  )
}

const importsPath = '/business-dashboard/imports'
const duplicatesPath = '/business-dashboard/duplicates'

interface ActLinkProps {
  to: string
  icon: ReactNode
  children: string
}

function ActLink({ to, icon, children }: ActLinkProps) {
  return (
    // Large text would widen the list.
    <Link to={to} className={classNames(buttonClass('secondary'), 'min-w-0 max-w-full')}>
      <span className="contents">{icon}</span>
      <span className="truncate">{children}</span>
    </Link>
  )
}

/** A phone's first screen is for customers. */
const useFolded = () => useMedia('(max-width: 47.99rem)')

/** On a phone, the same acts in one menu beside the search. */
export function FoldedActs(props: CustomerToolsProps) {
  const { onExport, mayImport } = props
  const isFolded = useFolded()
  const navigate = useNavigate()
  const items: (MenuItem | false | null)[] = [
    onExport && {
      label: businessTexts.exportCustomers,
      icon: <Download />,
      disabled: cannotExport(props),
      onSelect: onExport,
    },
    mayImport && {
      label: businessTexts.importCustomers,
      icon: <FileUp />,
      onSelect: () => void navigate({ to: importsPath }),
    },
    onExport && {
      label: memberPairTexts.link,
      icon: <Users />,
      onSelect: () => void navigate({ to: duplicatesPath }),
    },
  ]
  const shown = items.filter((item) => item !== false && item !== null)
  if (!isFolded || shown.length === 0) return null
  return (
    <Menu label={businessTexts.customerActs} items={shown}>
      <Button look="secondary" size="icon" className="size-11!" busy={props.isExporting}>
        <Ellipsis size={19} aria-hidden="true" />
      </Button>
    </Menu>
  )
}

function shownCount(count: number, isAwaited: boolean): string {
  if (isAwaited) return businessTexts.customersSoFar(count)
  if (count < limits.deviceCustomers) return businessTexts.customersShown(count)
  return businessTexts.onlyNewest(formatNumber(limits.deviceCustomers))
}
