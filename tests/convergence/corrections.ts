/** The oracle's members: who corrected what, and the name and phone number that everyone must see. */
import { maskPhone } from '#schema/contract/customer.ts'
import type { Saved } from './book.ts'
import type { Counted } from './expected.ts'
import { Members } from './members.ts'

const fields = ['firstName', 'lastName', 'phone'] as const
type Field = (typeof fields)[number]
type Details = Readonly<Record<Field, string>>
type Typed = Partial<Record<Field, string>>

const changesIn = ({ payload }: Saved) => payload.changes as Typed

/**
 * Whether another operation gave the same member another value of a field that this one corrects:
 * a correction, or a sign-up of the same person on another device.
 */
export function hasOtherCorrection(
  saved: Saved,
  others: Iterable<Saved>,
  personOf: (id: unknown) => string,
): boolean {
  const of = ({ payload }: Saved) => personOf(payload.memberId)
  const asked = fields.filter((field) => changesIn(saved)[field] !== undefined)
  const seen = saved.payload.seen as Typed
  return [...others].some((other) => {
    if (other.operationId === saved.operationId || of(other) !== of(saved)) return false
    if (other.name === 'customer.signUp') {
      return asked.some((field) => (other.payload[field] ?? '') !== seen[field])
    }
    if (other.name !== 'customer.change') return false
    return asked.some((field) => changesIn(other)[field] !== undefined)
  })
}

/** @returns members whose details aren't those of the last correction that counts */
export function judgeDetails(counted: Counted[], truth: ReadonlyMap<string, Details>): string[] {
  const members = new Members(counted)
  return [...truth].flatMap(([id, details]) =>
    fields.flatMap((field) => {
      const possible = lastValues(field, id, { counted, members })
      if (possible.includes(details[field])) return []
      return `${id} has ${field} ${details[field]}, not ${possible.join(' or ')}`
    }),
  )
}

/** Several if corrections share the last version, because their order isn't visible from outside. */
function lastValues(
  field: Field,
  memberId: string,
  { counted, members }: { counted: Counted[]; members: Members },
): string[] {
  const corrections = counted.filter(
    (each) =>
      each.saved.name === 'customer.change' &&
      members.of(each) === memberId &&
      changesIn(each.saved)[field] !== undefined,
  )
  const last = corrections.at(-1)?.end.version
  if (last !== undefined) {
    return corrections
      .filter(({ end }) => end.version === last)
      .map(({ saved }) => changesIn(saved)[field] ?? '')
  }
  const signUp = counted.find(
    ({ saved, end }) =>
      saved.name === 'customer.signUp' && !end.alreadyMember && saved.payload.memberId === memberId,
  )
  return [String(signUp?.saved.payload[field] ?? '')]
}

interface ShownDetails {
  id: string
  firstName: string
  lastName: string
  phone: string | null
}

/** Staff see the number masked. @returns what a device shows otherwise than the server */
export function compareDetails(
  shown: Iterable<ShownDetails>,
  truth: ReadonlyMap<string, Details>,
  view: 'owner' | 'staff',
): string[] {
  return [...shown].flatMap(({ id, firstName, lastName, phone }) => {
    const details = truth.get(id)
    const number = details?.phone || null
    const expected = { ...details, phone: view === 'owner' ? number : maskPhone(number) }
    const isEqual =
      expected.firstName === firstName && expected.lastName === lastName && expected.phone === phone
    return isEqual
      ? []
      : `${view} sees ${firstName} ${lastName} ${phone} of ${JSON.stringify(details)}`
  })
}
