/**
 * The oracle's members: the member whom an id leads to at each version, by sign-ups under one
 * address and by joins, which an owner may undo.
 */
import { idFrom } from '#sync-server/rule/id.ts'
import type { Book, Saved } from './book.ts'
import type { Counted, Movement } from './expected.ts'

/** A join or its undo that counts. */
interface Step {
  version: number
  operationId: string
  joinId: string
  keepId: string
  isJoin: boolean
  /** The balance that moved to the kept member, or back. */
  points: number
  /** The debt that an undo may leave. */
  spentSeen: number
}

export class Members {
  readonly founders: ReadonlyMap<string, string>
  /** Joins and their undos, in order. */
  readonly steps: Step[] = []
  readonly #stepsOf = new Map<string, Step[]>()

  constructor(counted: Counted[]) {
    this.founders = findFounders(counted)
    const asked = counted.filter(({ saved }) => isStep(saved))
    for (const version of new Set(asked.map(({ end }) => end.version))) {
      this.#addInOrder(asked.filter(({ end }) => end.version === version))
      this.#requireNoChains(version)
    }
  }

  /** A join and its undo take turns, which tells their order within one version. */
  #addInOrder(left: Counted[]): void {
    const rest = [...left]
    while (rest.length > 0) {
      const next = rest.findIndex(({ saved }) => {
        const isJoined = this.#last(this.ownIdOf(saved.payload.joinId))?.isJoin ?? false
        return isJoined === (saved.name === 'customer.separate')
      })
      const [each] = rest.splice(next, next < 0 ? 0 : 1)
      if (!each) throw new Error(`Joined twice, or separated twice: ${told(rest)}`)
      this.#add(each)
    }
  }

  #add({ saved, end }: Counted): void {
    const { operationId, name, payload } = saved
    const joinId = this.ownIdOf(payload.joinId)
    const before = this.#last(joinId)
    const possible = this.possible(payload.keepId, end.version)
    const keepId = possible.find((id) => id === end.memberId)
    if (keepId === undefined || keepId === joinId) {
      throw new Error(`${name} ${operationId} kept ${end.memberId}, not ${possible.join(' or ')}`)
    }
    const isJoin = name === 'customer.join'
    if (!isJoin && before?.keepId !== keepId) {
      throw new Error(`${operationId} separated ${joinId} from ${keepId}, not ${before?.keepId}`)
    }
    const points = Number(isJoin ? end.points : before?.points)
    const spentSeen = Number(payload.spentSeen ?? 0)
    const { version } = end
    const step = { version, operationId, joinId, keepId, isJoin, points, spentSeen }
    this.steps.push(step)
    this.#stepsOf.set(joinId, [...(this.#stepsOf.get(joinId) ?? []), step])
  }

  #last(id: string): Step | undefined {
    return this.#stepsOf.get(id)?.at(-1)
  }

  #requireNoChains(version: number): void {
    for (const id of this.#stepsOf.keys()) {
      const into = this.keptAt(id, version)
      if (this.keptAt(into, version) !== into) throw new Error(`${id} is joined into a joined one`)
    }
  }

  /** The first who signed up with the address of this id. */
  ownIdOf(id: unknown): string {
    return this.founders.get(String(id)) ?? 'nobody'
  }

  /** The member whom a founder leads to once this version is complete. */
  keptAt(id: string, version: number): string {
    const last = this.#stepsOf.get(id)?.findLast((step) => step.version <= version)
    return last?.isJoin ? last.keepId : id
  }

  /** Several if joins or their undo share this version, because the order isn't visible. */
  possible(id: unknown, version: number): string[] {
    const ownId = this.ownIdOf(id)
    const now = (this.#stepsOf.get(ownId) ?? []).filter((step) => step.version === version)
    return [
      this.keptAt(ownId, version - 1),
      ...now.map((step) => (step.isJoin ? step.keepId : ownId)),
    ]
  }

  /** The member that an operation was about; the server says it where the order isn't visible. */
  of({ saved, end }: Counted): string {
    if (saved.name === 'customer.signUp') return this.ownIdOf(saved.payload.memberId)
    const [first = 'nobody', ...others] = this.possible(saved.payload.memberId, end.version)
    return others.find((id) => id === end.memberId) ?? first
  }

  /** Whether two ids led to one member at some moment of this version, or at every one. */
  mayMeet(one: unknown, other: unknown, version: number): { ever: boolean; always: boolean } {
    const [ones, others] = [this.possible(one, version), this.possible(other, version)]
    const equal = ones.flatMap((id) => others.map((each) => each === id))
    return { ever: equal.includes(true), always: !equal.includes(false) }
  }

  isJoined(id: string, version: number): boolean {
    return this.keptAt(id, version) !== id
  }

  /** Whether joins of this version make the order of its other work matter. */
  isMovedIn(version: number): boolean {
    return this.steps.some((step) => step.version === version)
  }

  /** The points that each join of this member has moved. */
  movedFrom(id: string, version: number): number[] {
    return (this.#stepsOf.get(id) ?? [])
      .filter((step) => step.isJoin && step.version <= version)
      .map(({ points }) => points)
  }
}

/** The pair of entries of a join or its undo; none for an empty balance. */
export function movementsOf({ operationId, version, joinId, keepId, isJoin, points }: Step) {
  if (points === 0) return []
  const entry = (id: string, memberId: string, moved: number): Movement => ({
    operationId: id,
    memberId,
    version,
    least: moved,
    most: moved,
  })
  const [from, to] = isJoin ? [joinId, keepId] : [keepId, joinId]
  return [entry(idFrom('joined', operationId), from, -points), entry(operationId, to, points)]
}

/**
 * @returns a function that gives all ids of one person the same name, also if their join was lost
 * or refused
 */
export function findPersons({ operations }: Book, { founders }: Members): (id: unknown) => string {
  const leads = new Map<string, string>()
  const personOf = (id: unknown): string => {
    const ownId = founders.get(String(id)) ?? String(id)
    const next = leads.get(ownId)
    return next === undefined ? ownId : personOf(next)
  }
  for (const { name, payload } of operations.values()) {
    if (name !== 'customer.join') continue
    const [one, other] = [personOf(payload.keepId), personOf(payload.joinId)]
    if (one !== other) leads.set(other, one)
  }
  return personOf
}

/** Maps every member id to the founder: the first who signed up with that address. */
function findFounders(counted: Counted[]): Map<string, string> {
  const signUps = counted.filter(({ saved }) => saved.name === 'customer.signUp')
  const founderByEmail = new Map<unknown, string>()
  for (const { saved, end } of signUps) {
    if (!end.alreadyMember) founderByEmail.set(saved.payload.email, String(saved.payload.memberId))
  }
  return new Map(
    signUps.map(({ saved }) => [
      String(saved.payload.memberId),
      founderByEmail.get(saved.payload.email) ?? 'nobody',
    ]),
  )
}

function isStep({ name }: Saved): boolean {
  return name === 'customer.join' || name === 'customer.separate'
}

function told(rest: Counted[]): string {
  return rest.map(({ saved }) => `${saved.name} ${saved.operationId}`).join('; ')
}
