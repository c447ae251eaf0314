/** What the bench asks of its page in Chromium; both sides are checked against it. Spans in ms. */
export interface FirstSync {
  /** Until a first customer could be found. */
  firstMs: number
  /** Until everybody can be found and all of it is on disk. */
  wholeMs: number
  /** Until the search index was built as well. */
  indexedMs: number
  customers: number
}

export interface Drained {
  /** One span for each that was put into the outbox. */
  enqueueMs: number[]
  /** Until the outbox was empty. */
  emptyMs: number
  /** Until what came of it was pulled as well. */
  wholeMs: number
  requests: number
}

export interface Reopened {
  /** From the first line of our code until a common beginning, searched among all, is answered. */
  firstResultMs: number
  /** Until one for the oldest customer is, which walks over everybody while no index is built. */
  rareResultMs: number
  /** The same from the beginning of the navigation. */
  fromNavigationMs: number
}

export interface BenchPage {
  signIn(email: string, password: string): Promise<void>
  forget(): Promise<void>
  firstSync(): Promise<FirstSync>
  firstRows(isSearchable: boolean): Promise<number>
  drain(count: number): Promise<Drained>
  drainBare(count: number): Promise<Drained>
  reopen(): Promise<Reopened>
  reopenRows(): Promise<number>
  keepInSync(): Promise<void>
  keepRows(): Promise<void>
  expect(memberId: string): void
  /** @returns when that member could be found, as milliseconds since 1970 */
  seen(memberId: string): Promise<number>
  search(): number[]
  searchRows(): Promise<number[]>
}

declare global {
  interface Window {
    bench: BenchPage
  }
}
