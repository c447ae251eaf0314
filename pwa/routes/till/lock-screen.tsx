/**
 * The lock screen of a till, in the business's look: choose a person, then enter their PIN. Shows no
 * customer data.
 */
import { useEffect, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { type TillMember, useTill } from '#pwa/session/till.ts'
import { keepTillBrand, readTillBrand, type TillBrand } from '#pwa/session/till-brand.ts'
import { refreshPeople } from '#pwa/session/till-lock.ts'
import { formatTime } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { clearToasts } from '#pwa/ui/toast-store.ts'
import { useBrandColors } from '#pwa/ui/use-brand.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { kioskAddress, kioskCode } from '#pwa/visitor/kiosk.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { PinPad } from './pin-pad.tsx'

const askAgainMs = minuteMs

export function LockScreen({ tillName }: { tillName: string }) {
  const people = useTill(({ people }) => people)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = people?.find(({ id }) => id === chosenId)
  useTitle(texts.locked(tillName))
  useEffect(() => {
    // The last toast may name a customer.
    clearToasts()
    const kiosk = kioskCode()
    if (kiosk !== null) {
      location.replace(kioskAddress(kiosk))
      return
    }
    void refreshPeople()
    // A locked till makes no other call, so this is how it learns that it was removed.
    const timer = setInterval(() => void refreshPeople(), askAgainMs)
    return () => clearInterval(timer)
  }, [])
  const brand = useTillBrand()
  useBrandColors(brand)
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <LockHeader tillName={tillName} brand={brand} />
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col items-center justify-center gap-4 px-4 py-6 low:gap-2 low:py-3 lg:px-10">
        {chosen ? (
          <PinPad
            key={chosen.id}
            person={chosen}
            name={shortNameOf(chosen, people ?? [])}
            onBack={() => setChosenId(null)}
          />
        ) : (
          <>
            {people !== null && people.length > 0 && (
              <h2 className="font-medium text-ink-soft text-lg">{texts.whoAreYou}</h2>
            )}
            <People people={people} onChoose={setChosenId} />
          </>
        )}
      </main>
    </div>
  )
}

function useTillBrand(): TillBrand | null {
  const { business } = useBusiness()
  const [kept] = useState(readTillBrand)
  useEffect(() => {
    if (business) keepTillBrand(business)
  }, [business])
  return business ?? kept
}

/** The business's own: its look, logo and name, and the time. */
function LockHeader({ tillName, brand }: { tillName: string; brand: TillBrand | null }) {
  return (
    <header className="brand-gradient flex items-center gap-4 border-brand-accent border-t-4 px-5 pt-[max(1rem,env(safe-area-inset-top))] pb-4 text-on-brand low:pt-2 low:pb-2 lg:w-2/5 lg:flex-col lg:items-start lg:justify-center lg:gap-6 lg:border-t-0 lg:border-e-4 lg:px-12">
      {brand && (
        <span className="shrink-0 rounded-lg ring-2 ring-on-brand/35">
          <BrandMark name={brand.name} logoUrl={brand.logoUrl} size="lg" />
        </span>
      )}
      <div className="min-w-0 flex-1 lg:flex-none">
        {brand && (
          <p
            translate="no"
            className="wrap-anywhere line-clamp-2 font-semibold text-xl leading-tight tracking-tight lg:text-4xl"
          >
            {brand.name}
          </p>
        )}
        <h1 className="wrap-anywhere mt-0.5 lg:mt-2 lg:text-lg">
          <KeptWords>{texts.locked(keep(tillName))}</KeptWords>
        </h1>
      </div>
      <Clock />
    </header>
  )
}

function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="shrink-0 font-semibold text-xl tabular-nums lg:font-light lg:text-6xl">
      {formatTime(now.toISOString())}
    </p>
  )
}

interface PeopleProps {
  people: readonly TillMember[] | null
  onChoose: (id: string) => void
}

function People({ people, onChoose }: PeopleProps) {
  if (people === null) return <Skeleton className="h-40 w-full" />
  if (people.length === 0) {
    return (
      <div className="flex max-w-sm flex-col items-center gap-4 text-center">
        <p className="font-medium">{texts.nobody}</p>
        <p className="text-ink-soft">{texts.nobodyHint}</p>
        <Button look="secondary" size="lg" onClick={() => void refreshPeople()}>
          {texts.checkAgain}
        </Button>
      </div>
    )
  }
  return (
    <ul aria-label={texts.people} className="flex w-full flex-wrap justify-center gap-3">
      {people.map((person) => (
        <li key={person.id} className="w-full sm:w-[calc(50%-0.375rem)]">
          <button
            type="button"
            onClick={() => onChoose(person.id)}
            className="flex min-h-20 w-full items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3 text-left shadow-card hover:bg-sunken"
          >
            <Avatar name={`${person.firstName} ${person.lastName}`} size="md" />
            <span className="min-w-0">
              <bdi translate="no" className="wrap-anywhere block font-medium">
                {shortNameOf(person, people)}
              </bdi>
              {person.isWiped && (
                <span className="block text-danger text-sm">{texts.needsReset}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The first name, or both names if another person has the same first name. */
function shortNameOf({ id, firstName, lastName }: TillMember, people: readonly TillMember[]) {
  const isShared = people.some((each) => each.id !== id && each.firstName === firstName)
  return isShared ? `${firstName} ${lastName}` : firstName
}
