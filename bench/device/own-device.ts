/** Measures the product's device through its public interface. */
import { Dexie } from 'dexie'
import { databaseName } from '#pwa/device/device-database.ts'
import { keepIndexed } from '#pwa/records/keep-indexed.ts'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import { keepInSync } from '#pwa/sync/keep-in-sync.ts'
import type { Step } from '#pwa/sync/sync-context.ts'
import { openBroadcast } from '#pwa/sync/tabs.ts'
import { newSignUp, queries, readIdentity, resultsMost } from './person.ts'
import { lookFor } from './sightings.ts'

let device: Device | null = null
let requests = 0
let onStep: (step: Step) => void = () => undefined

const countedFetch: typeof fetch = (input, init) => {
  requests += 1
  return fetch(input, init)
}

async function open(): Promise<Device> {
  if (device) return device
  const identity = await readIdentity()
  device = createDevice({
    identity,
    locks: navigator.locks,
    channel: openBroadcast,
    fetch: countedFetch,
    readAccountId: async () => identity.accountId,
    step: (step) => onStep(step),
  })
  return device
}

async function syncWhole(of: Device): Promise<void> {
  const { problem, elsewhere } = await of.sync()
  if (problem || elsewhere) throw new Error(`A round did not go well: ${problem}`)
}

/** Then builds the search index. @returns ms until all customers can be found and are on disk */
async function firstSync(): Promise<number> {
  await readIdentity()
  const startedAt = performance.now()
  const mine = await open()
  await syncWhole(mine)
  if (mine.records.searchCustomers('person1@', 1).length === 0)
    throw new Error('The customer is not there')
  const ms = performance.now() - startedAt
  while (!mine.records.buildIndex(8)) await nextTurn()
  return ms
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Each operation's time to be queued, and the time until the outbox is empty. */
async function drain(count: number) {
  const mine = await open()
  await syncWhole(mine)
  const enqueueMs: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const payload = newSignUp()
    const startedAt = performance.now()
    await mine.perform('customer.signUp', payload)
    enqueueMs.push(performance.now() - startedAt)
  }
  requests = 0
  let emptyMs = 0
  const startedAt = performance.now()
  onStep = (step) => {
    if (step === 'push:settled') emptyMs = performance.now() - startedAt
  }
  await syncWhole(mine)
  onStep = () => undefined
  if (mine.status.getState().pendingCount > 0) throw new Error('Something was not handed in')
  return { enqueueMs, emptyMs, requests }
}

/** @returns ms from the start of our code until a search for a common prefix is answered */
async function reopen(): Promise<number> {
  const identity = await readIdentity()
  const startedAt = performance.now()
  const mine = await open()
  if (mine.identity.accountId !== identity.accountId) throw new Error('Somebody else')
  const isAnswered = (query: string) => mine.records.searchCustomers(query, resultsMost).length > 0
  await new Promise<void>((resolve, reject) => {
    const stop = mine.records.subscribe(() => {
      if (!mine.records.isLoaded('customer')) return
      stop()
      if (isAnswered('ad')) resolve()
      else reject(new Error('Nobody was found'))
    })
  })
  const ms = performance.now() - startedAt
  await mine.ready
  return ms
}

async function startKeeping(): Promise<void> {
  const mine = await open()
  await mine.ready
  keepIndexed(mine.records)
  mine.records.subscribe(() => {
    lookFor((memberId) => mine.records.get('customer', memberId) !== undefined)
  })
  keepInSync(mine, {
    locks: navigator.locks,
    fetch: (input, init) => fetch(input, init),
    storage: navigator.storage,
    window,
    document,
  })
}

/** A page's clock is coarse, so each search is repeated and its mean is one sample. */
function search(): number[] {
  const repeats = 40
  return queries.map((query) => {
    const startedAt = performance.now()
    for (let turn = 0; turn < repeats; turn += 1) {
      device?.records.searchCustomers(query, resultsMost)
    }
    return (performance.now() - startedAt) / repeats
  })
}

async function forget(): Promise<void> {
  const identity = await readIdentity()
  device?.close()
  device = null
  await Dexie.delete(databaseName(identity))
}

export const own = {
  firstSync,
  drain,
  reopen,
  keepInSync: startKeeping,
  search,
  forget,
}
