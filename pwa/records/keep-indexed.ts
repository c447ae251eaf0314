/**
 * Builds the search buckets in short slices while they are incomplete; search also works without
 * them.
 */
import type { RecordStore } from '#pwa/records/record-store.ts'

const sliceMs = 8
/** Waits until rows stop arriving, so that a first sync builds the buckets once. */
const settleMs = 50

/** @returns a function that stops the indexing */
export function keepIndexed(records: RecordStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slice = () => {
    timer = records.buildIndex(sliceMs) ? undefined : setTimeout(slice, 0)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(slice, settleMs)
  }
  const stop = records.subscribe((touched) => {
    if (touched.has('customer') && !records.isIndexed) soon()
  })
  soon()
  return () => {
    clearTimeout(timer)
    stop()
  }
}
