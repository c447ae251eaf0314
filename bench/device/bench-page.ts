/**
 * The interface between the bench and its page in Chromium, type-checked on both sides. Spans are
 * in ms.
 */
export interface FirstSync {
  /** Until the first customer can be found. */
  firstMs: number
  /** Until all customers can be found and everything is on disk. */
  wholeMs: number
  /** Until the search index is built as well. */
  indexedMs: number
  customers: number
}

export interface Drained {
  /** One span for each operation queued. */
  enqueueMs: number[]
  /** Until the outbox is empty. */
  emptyMs: number
  /** Until the results have been pulled as well. */
  wholeMs: number
  requests: number
}

export interface Reopened {
  /**
   * From the start of our code until a search for a common prefix among all customers is answered.
   */
  firstResultMs: number
  /**
   * Until a search for the oldest customer is answered; it scans all customers while there is no
   * index.
   */
  rareResultMs: number
  /** The first result, counted from the start of the navigation. */
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
  /** @returns when that member could be found, in milliseconds since 1970 */
  seen(memberId: string): Promise<number>
  search(): number[]
  searchRows(): Promise<number[]>
}

declare global {
  interface Window {
    bench: BenchPage
  }
}
