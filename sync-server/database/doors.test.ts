/** Tests that one business never holds more than its limit of connections. */
import { expect, test } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { limitBusinesses } from './doors.ts'
import { isPassingFault } from './fault.ts'

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

test('lets other businesses pass, queues calls over the limit in order, and refuses calls beyond the queue limit', async () => {
  const ofBusiness = limitBusinesses()
  const inside: (() => void)[] = []
  const order: number[] = []
  const enter = (business: string, n: number) =>
    ofBusiness(business, () => {
      order.push(n)
      return new Promise<void>((resolve) => inside.push(resolve))
    })
  const { connectionsPerBusiness, callsWaitingPerBusiness } = serverLimits
  const whole = connectionsPerBusiness + callsWaitingPerBusiness
  const entered = Array.from({ length: whole }, (_, n) => enter('busy', n))
  await turnOfTheLoop()
  expect(order).toHaveLength(connectionsPerBusiness)
  const refused = await enter('busy', -1).catch((error: unknown) => error)
  expect(isPassingFault(refused)).toBe(true)
  const other = enter('other', 1_000)
  await turnOfTheLoop()
  expect(order.at(-1)).toBe(1_000)

  for (let done = 0; done <= whole; done += 1) {
    inside.shift()?.()
    await turnOfTheLoop()
  }
  await Promise.all([...entered, other])
  expect(order.filter((n) => n < 1_000)).toEqual(Array.from({ length: whole }, (_, n) => n))
})

test('lets one business hold less than half of the connections', async () => {
  const ofBusiness = limitBusinesses()
  let inside = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const entered = Array.from({ length: serverLimits.servingConnections }, () =>
    ofBusiness('busy', () => {
      inside += 1
      return ended
    }),
  )
  await turnOfTheLoop()
  const ofItsWrites = 1
  expect(inside + ofItsWrites).toBeLessThan(serverLimits.servingConnections / 2)
  end()
  await Promise.all(entered)
})

test('frees a slot when work fails', async () => {
  const ofBusiness = limitBusinesses()
  const fail = () => ofBusiness('a', () => Promise.reject(new Error('no')))
  for (let n = 0; n < 20; n += 1) await expect(fail()).rejects.toThrow('no')
  expect(await ofBusiness('a', async () => 'through')).toBe('through')
})
