/** The lock screen of a till: choose a person, then enter their PIN. Shows no customer data. */
import { useEffect, useState } from 'react'
import { type TillMember, useTill } from '#pwa/session/till.ts'
import { refreshPeople } from '#pwa/session/till-lock.ts'
import { tillTexts as texts } from '#pwa/texts/till.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { clearToasts } from '#pwa/ui/toast-store.ts'
import { useTitle } from '#pwa/ui/use-title.ts'
import { kioskAddress, kioskCode } from '#pwa/visitor/kiosk.ts'
import { PinPad } from './pin-pad.tsx'

const askAgainMs = 60_000

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
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col items-center justify-center gap-6 px-4 py-8 low:gap-2 low:py-3">
      <header className="text-center">
        <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight low:text-xl">
          {texts.locked(tillName)}
        </h1>
        {!chosen && people !== null && people.length > 0 && (
          <p className="mt-1.5 text-ink-soft">{texts.whoAreYou}</p>
        )}
      </header>
      {chosen ? (
        <PinPad
          key={chosen.id}
          person={chosen}
          name={shortNameOf(chosen, people ?? [])}
          onBack={() => setChosenId(null)}
        />
      ) : (
        <People people={people} onChoose={setChosenId} />
      )}
    </main>
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
    <ul aria-label={texts.people} className="grid w-full gap-3 sm:grid-cols-2">
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            onClick={() => onChoose(person.id)}
            className="flex min-h-16 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-left shadow-card hover:bg-sunken"
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
