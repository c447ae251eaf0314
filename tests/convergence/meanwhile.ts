/** The oracle's lost updates: an edit overwrites only the value that its editor saw. */
import type { Saved } from './book.ts'
import type { Counted } from './expected.ts'
import { Members } from './members.ts'

/** Operations of which the server applies only one from the same revision. */
const subjectOf: Partial<Record<Saved['name'], string>> = {
  'reward.change': 'rewardId',
  'campaign.change': 'campaignId',
  'program.change': 'program',
}

/** @returns changes that follow a revision which another change follows already */
export function judgeRevisions(counted: Counted[]): string[] {
  const followed = new Set<string>()
  return counted.flatMap(({ saved: { name, payload, operationId } }) => {
    const subject = subjectOf[name]
    if (subject === undefined) return []
    const place = `${name} ${payload[subject]} ${payload.revision}`
    if (followed.has(place)) return `${name} ${operationId}: its revision was followed already`
    followed.add(place)
    return []
  })
}

type Values = Record<string, string>

/** The fields that an operation sets, and the values that its author saw before. */
function setBy({ name, payload }: Saved): { typed: Values; seen: Values } | null {
  if (name === 'customer.note') {
    return { typed: { note: String(payload.note) }, seen: { note: String(payload.noteSeen) } }
  }
  if (name !== 'customer.change') return null
  return { typed: payload.changes as Values, seen: payload.seen as Values }
}

/** @returns notes and corrections whose author had not seen what they overwrote */
export function judgeSeen(counted: Counted[]): string[] {
  const members = new Members(counted)
  return counted.flatMap((each) => {
    const { typed = {}, seen = {} } = setBy(each.saved) ?? {}
    const mine = counted.filter((other) => members.of(other) === members.of(each))
    return Object.keys(typed).flatMap((field) => {
      const before = valuesBefore(field, each, mine)
      const isKnown = [typed[field], seen[field]].some((value) =>
        before.some((one) => isSame(field, one, value ?? '')),
      )
      if (isKnown) return []
      const { name, operationId } = each.saved
      return `${name} ${operationId} saw ${field} ${seen[field]}, and it was ${before.join(' or ')}`
    })
  })
}

/** Several if others changed it in the same version, because their order isn't visible. */
function valuesBefore(field: string, { saved, end }: Counted, mine: Counted[]): string[] {
  const set = mine.filter(
    (other) => other.saved !== saved && setBy(other.saved)?.typed[field] !== undefined,
  )
  const earlier = set.filter((other) => other.end.version < end.version)
  const last = earlier.at(-1)?.end.version
  const possible = set.filter(({ end: { version } }) => version === last || version === end.version)
  const joined = mine.find((one) => one.saved.name === 'customer.signUp' && !one.end.alreadyMember)
  return [
    ...(last === undefined ? [String(joined?.saved.payload[field] ?? '')] : []),
    ...possible.map((other) => setBy(other.saved)?.typed[field] ?? ''),
  ]
}

/** Staff see only the last digits of a number. */
function isSame(field: string, one: string, other: string): boolean {
  if (field !== 'phone') return one === other
  const lastDigits = (number: string) => number.replace(/\D/g, '').slice(-4)
  return lastDigits(one) === lastDigits(other)
}

/** @returns members whose note isn't the last one that counts */
export function judgeNotes(counted: Counted[], notes: ReadonlyMap<string, string>): string[] {
  const members = new Members(counted)
  return [...notes].flatMap(([id, note]) => {
    const written = counted.filter(
      (each) => each.saved.name === 'customer.note' && members.of(each) === id,
    )
    const last = written.at(-1)?.end.version
    const possible = written
      .filter(({ end }) => end.version === last)
      .map(({ saved }) => String(saved.payload.note))
    return (possible.length > 0 ? possible : ['']).includes(note)
      ? []
      : `${id} has the note ${note}, not ${possible.join(' or ')}`
  })
}
