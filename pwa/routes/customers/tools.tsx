/** The customer list's filter, order and export, and how many customers it shows. */
import { Link } from '@tanstack/react-router'
import { Download, FileUp, Users } from 'lucide-react'
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
  const { group, onGroup, sort, onSort, count, isUnknown, isPartial } = props
  const { onExport, isExporting, mayImport } = props
  return (
    <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2">
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
      {/* For phones, where the list has no header to press. */}
      <span className="md:hidden">
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
      {onExport && (
        <Button
          look="secondary"
          busy={isExporting}
          disabled={count === 0 || isPartial}
          onClick={onExport}
        >
          <Download size={17} aria-hidden="true" />
          {businessTexts.exportCustomers}
        </Button>
      )}
      {mayImport && (
        // Large text would widen the list on a phone.
        <Link
          to="/business-dashboard/imports"
          className={classNames(buttonClass('secondary'), 'min-w-0 max-w-full')}
        >
          <FileUp size={17} aria-hidden="true" />
          <span className="truncate">{businessTexts.importCustomers}</span>
        </Link>
      )}
      {onExport && (
        <Link
          to="/business-dashboard/duplicates"
          className={classNames(buttonClass('secondary'), 'min-w-0 max-w-full')}
        >
          <Users size={17} aria-hidden="true" />
          <span className="truncate">{memberPairTexts.link}</span>
        </Link>
      )}
      <p role="status" className="text-ink-soft text-sm tabular-nums">
        {!(isUnknown && count === 0) && shownCount(count, isPartial && onExport !== null)}
      </p>
    </div>
  )
}

function shownCount(count: number, isAwaited: boolean): string {
  if (isAwaited) return businessTexts.customersSoFar(count)
  if (count < limits.deviceCustomers) return businessTexts.customersShown(count)
  return businessTexts.onlyNewest(formatNumber(limits.deviceCustomers))
}
