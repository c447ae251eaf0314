/** Members that are waited for, and when each of them could be found here. */
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

/** Called after every change that was made visible. */
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
