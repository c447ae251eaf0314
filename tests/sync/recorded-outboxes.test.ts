/**
 * Queued work survives upgrades: this release applies what a device of an earlier release has
 * queued. `recorded-outboxes/` holds one file per release, as its devices push it. Record a new
 * operation or version in the upcoming release's file; files of released versions never change.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type OperationName, operations } from '#schema/contract/operation.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const folder = new URL('./recorded-outboxes/', import.meta.url)
const releases = readdirSync(folder)
const running = serverOfFile()

const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

/** Replaces the placeholders with a dollar sign by values of the test's business. */
function readOutbox(text: string, shop: TestBusiness, couponCode: string): PushedOperation[] {
  return JSON.parse(
    text
      .replaceAll('$rewardId', shop.rewardId)
      .replaceAll('$signUpCode', shop.code)
      .replaceAll('$couponCode', couponCode),
  )
}

/** Numbers that the server refused earlier releases for; they only need verdicts. */
const numberings: [string, (seq: number) => number][] = [
  ['as they were assigned', (seq) => seq],
  ['behind a gap', (seq) => seq + 40],
  ['that were used before', () => 1],
]

test.each(
  releases.flatMap((file) => numberings.map(([name, numberOf]) => [file, name, numberOf] as const)),
)(
  'applies everything that a device of release %s has queued, under numbers %s',
  async (file, _name, numberOf) => {
    const shop = await createTestBusiness(running)
    const till = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
    let couponCode = 'AAAA-BBBB-CCCC'
    const { length } = readOutbox(textOf(file), shop, couponCode)
    for (let at = 0; at < length; at += 1) {
      const [operation] = readOutbox(textOf(file), shop, couponCode).slice(at, at + 1)
      if (!operation) throw new Error(`${file} has no operation ${at}`)
      const numbered = { ...operation, seq: numberOf(operation.seq) }
      const [verdict] = (await till.push(numbered)).body.verdicts
      expect(verdict, `${operation.name} v${operation.v}`).toMatchObject({ status: 'applied' })
      couponCode = String(verdict?.result?.couponCode ?? couponCode)
    }
  },
)

test('has every version of every operation recorded in some release', () => {
  const recorded = new Set(
    releases.flatMap((file) =>
      (JSON.parse(textOf(file)) as PushedOperation[]).map(({ name, v }) => `${name} v${v}`),
    ),
  )
  const known = (Object.keys(operations) as OperationName[]).flatMap((name) => {
    const { v, earlier } = operations[name]
    return [v, ...Object.keys(earlier)].map((version) => `${name} v${version}`)
  })
  expect(known.filter((each) => !recorded.has(each))).toEqual([])
})
