/** Builds the search buckets in short slices whenever they are not complete; search is right without. */
import type { RecordStore } from '#pwa/sync/record-store.ts'

const sliceMs = 8
/** Rows that keep coming in are waited for: the buckets of a first sync are built once. */
const settleMs = 50

/** @returns how to stop */
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
