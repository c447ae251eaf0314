/**
 * The command palette (cmdk): screens, actions, and matching customers or businesses. Offline, it
 * searches the data on this device.
 */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useState } from 'react'
import { useBusiness, useBusinessCounts } from '#pwa/loyalty/business.ts'
import { useCustomerIds, useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { useSession } from '#pwa/session/session.ts'
import { paletteTexts as texts } from '#pwa/texts/palette.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { limits } from '#schema/contract/limits.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { FoundBusinesses } from './found-businesses.tsx'
import { Group, Item } from './group.tsx'
import { actsOf, placesOf, type Target } from './places.ts'

const foundRows = 6

export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const words = typed.trim()
  const user = useSession((session) => (session.state === 'signedIn' ? session.user : null))
  const features = useBusiness().business?.features
  const isReading = useBusinessCounts().loading && Boolean(user?.businessId)
  if (!user) return null
  function go(href: string) {
    onClose()
    void navigate({ href })
  }
  const wanted = (targets: Target[]) =>
    targets.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  const places = wanted(placesOf(router, user.role, features))
  const acts = wanted(actsOf(user.role, features))

  return (
    <Dialog open onOpen={(open) => !open && onClose()} title={texts.title}>
      <Command
        label={texts.title}
        shouldFilter={false}
        loop
        value={chosen}
        onValueChange={setChosen}
      >
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          maxLength={limits.searchLength}
          placeholder={user.role === 'super_admin' ? texts.typeBusiness : texts.typeCustomer}
          className="h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base placeholder:text-ink-faint"
        />
        <Command.List
          // Pressing an item leaves the focus and the caret in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="mt-3 max-h-80 overflow-y-auto overscroll-contain"
        >
          {words && mayDo(user, 'platform.view') && (
            <FoundBusinesses
              typed={typed}
              mayAct={mayDo(user, 'platform.configure')}
              onGo={go}
              onType={setTyped}
              onFound={setChosen}
            />
          )}
          {words && user.businessId && <Customers words={words} onGo={go} />}
          <PlaceGroup heading={texts.acts} places={acts} onGo={go} />
          <PlaceGroup heading={texts.places} places={places} onGo={go} />
          {!isReading && (
            <Command.Empty className="px-3 py-6 text-center text-ink-soft text-sm">
              {texts.nothing}
            </Command.Empty>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

interface GroupProps {
  words: string
  onGo: (href: string) => void
}

function Customers({ words, onGo }: GroupProps) {
  const { ids } = useCustomerIds({ query: words, group: 'all', sort: '-joined' })
  if (ids.length === 0) return null
  return (
    <Group heading={texts.customers}>
      {ids.slice(0, foundRows).map((id) => (
        <FoundCustomer key={id} id={id} onGo={onGo} />
      ))}
    </Group>
  )
}

function FoundCustomer({ id, onGo }: { id: string; onGo: GroupProps['onGo'] }) {
  const customer = useShownCustomer(id)
  if (!customer) return null
  return (
    <Item value={id} onSelect={() => onGo(`/business-dashboard?customer=${id}`)}>
      <bdi translate="no" className="truncate">{`${customer.firstName} ${customer.lastName}`}</bdi>
      <span className="truncate text-ink-faint">{customer.email || customer.phone}</span>
    </Item>
  )
}

interface PlaceGroupProps {
  heading: string
  places: Target[]
  onGo: (href: string) => void
}

function PlaceGroup({ heading, places, onGo }: PlaceGroupProps) {
  if (places.length === 0) return null
  return (
    <Group heading={heading}>
      {places.map(({ label, href }) => (
        <Item key={href} value={href} onSelect={() => onGo(href)}>
          {label}
        </Item>
      ))}
    </Group>
  )
}
