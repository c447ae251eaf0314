/** Waits for members and records when each could first be found here. */
interface Sighting {
  seenAt: Promise<number>
  tell: (at: number) => void
}

const sightings = new Map<string, Sighting>()

export function expectMember(memberId: string): void {
  let tell: Sighting['tell'] = () => undefined
  const seenAt = new Promise<number>((resolve) => {
    tell = resolve
  })
  sightings.set(memberId, { seenAt, tell })
}

/** Call after every change that became visible. */
export function lookFor(isThere: (memberId: string) => boolean): void {
  for (const [memberId, { tell }] of sightings) {
    if (isThere(memberId)) tell(performance.timeOrigin + performance.now())
  }
}

export async function seen(memberId: string): Promise<number> {
  const sighting = sightings.get(memberId)
  if (!sighting) throw new Error('Nobody expects them')
  const at = await sighting.seenAt
  sightings.delete(memberId)
  return at
}
