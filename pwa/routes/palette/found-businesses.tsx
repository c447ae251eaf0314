/**
 * Businesses in the palette: those that match the typed words, with the actions for the first one;
 * or, if the words begin with an action, that action for every business that the rest matches.
 */
import { useEffect } from 'react'
import { useObstacle } from '#pwa/routes/frame/needs-server.tsx'
import { useBusinessSearch } from '#pwa/routes/platform/use-business-search.ts'
import { paletteTexts as texts } from '#pwa/texts/palette.ts'
import type { Business } from '#schema/contract/business.ts'
import { Group, Item } from './group.tsx'
import { readTenantAct, type TenantPlace, tenantPlaces } from './places.ts'

const foundRows = 6

interface FoundBusinessesProps {
  typed: string
  mayAct: boolean
  onGo: (href: string) => void
  /** Replaces the typed words with these. */
  onType: (words: string) => void
  /** Reports the first match, so that Enter opens it. */
  onFound: (value: string) => void
}

export function FoundBusinesses({ typed, mayAct, onGo, onType, onFound }: FoundBusinessesProps) {
  const act = mayAct ? readTenantAct(typed) : null
  const place = act?.place
  const obstacle = useObstacle()
  const words = act ? act.words : typed.trim()
  const status = place?.suspended ? ('suspended' as const) : undefined
  const { data, isOutdated } = useBusinessSearch(words, { limit: foundRows, status })
  const listed = isOutdated ? undefined : data
  const found = place ? listed?.filter((business) => isFor(place, business)) : listed
  const first = found?.[0]
  const firstValue = first && keyOf(first, place)
  useEffect(() => {
    if (firstValue) onFound(firstValue)
  }, [firstValue, onFound])
  if (obstacle) return <p className="px-3 py-2 text-sm text-warning">{obstacle}</p>
  return (
    <>
      {mayAct && !act && <ActsToType typed={typed.trim()} onType={onType} />}
      {first && (
        <Group heading={place ? texts.actOn(place.label) : texts.businesses}>
          {found?.map((business) => (
            <Item
              key={business.id}
              value={keyOf(business, place)}
              onSelect={() => onGo(place ? place.hrefOf(business.id) : pageOf(business))}
            >
              <bdi translate="no" className="truncate">
                {business.name}
              </bdi>
              <span className="truncate text-ink-faint">{business.email}</span>
            </Item>
          ))}
        </Group>
      )}
      {first && mayAct && !place && (
        <Group heading={first.name}>
          {tenantPlaces()
            .filter((each) => isFor(each, first))
            .map((each) => (
              <Item
                key={each.label}
                value={keyOf(first, each)}
                onSelect={() => onGo(each.hrefOf(first.id))}
              >
                {each.label}
              </Item>
            ))}
        </Group>
      )}
    </>
  )
}

/** 'susp': offers the action's full name with one press; the name of a business follows. */
function ActsToType({ typed, onType }: { typed: string; onType: (words: string) => void }) {
  const acts = tenantPlaces().filter(({ label }) =>
    label.toLowerCase().startsWith(typed.toLowerCase()),
  )
  if (acts.length === 0) return null
  return (
    <Group heading={texts.acts}>
      {acts.map(({ label }) => (
        <Item key={label} value={label} onSelect={() => onType(`${label} `)}>
          {texts.actOn(label)}
        </Item>
      ))}
    </Group>
  )
}

function isFor({ suspended }: TenantPlace, { status }: Business): boolean {
  return suspended === undefined || suspended === (status === 'suspended')
}

function pageOf({ id }: Business): string {
  return `/super-admin-dashboard/tenants/${id}`
}

function keyOf({ id }: Business, place: TenantPlace | undefined): string {
  return place ? `${id} ${place.label}` : id
}
