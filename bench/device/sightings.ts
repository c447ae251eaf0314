/** Waits for a member's record, and tells when it could first be found here. */
let expected: string | null = null
let onSeen: (at: number) => void = () => {}
let seenAt = Promise.resolve(Number.NaN)

export function expectMember(memberId: string): void {
  expected = memberId
  seenAt = new Promise((resolve) => {
    onSeen = resolve
  })
}

/** Call after every change that became visible. */
export function lookFor(isThere: (memberId: string) => boolean): void {
  if (expected && isThere(expected)) onSeen(performance.timeOrigin + performance.now())
}

export const seen = () => seenAt
