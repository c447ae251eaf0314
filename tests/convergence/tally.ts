/**
 * Counts how often each action, fault, crash point and situation occurred over all schedules.
 * Anything that never occurred isn't proved, so the test fails on a zero.
 */
export class Tally {
  readonly #counts = new Map<string, number>()

  /** Names that must not stay at zero. */
  expect(...names: string[]): void {
    for (const name of names) this.#counts.set(name, this.#counts.get(name) ?? 0)
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  fault(name: string): void {
    if (name !== 'none') this.add(`fault ${name}`)
  }

  batch(operations: number): void {
    this.add(operations > 1 ? 'batch of several' : 'batch of one')
  }

  missing(): string[] {
    return [...this.#counts].filter(([, count]) => count === 0).map(([name]) => name)
  }

  print(): string {
    return [...this.#counts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => `${name.padEnd(40)} ${String(count).padStart(6)}`)
      .join('\n')
  }
}
