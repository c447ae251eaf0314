/**
 * Members that another program's file brings along: judged first, written once, undone as a whole.
 *
 * @module-tag deep
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importLimits } from '#schema/contract/import-limits.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { forgetTries } from '#tests/support/people.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'
import {
  bringOver,
  cellsOf,
  check,
  ledgerOf,
  memberBy,
  members,
  move,
  newRun,
  of,
  openShopOn,
  owner,
  read,
  rowsOf,
  send,
  shop,
  start,
  undo,
  work,
} from './import-world.ts'

/** Called at each statement inside a business, if set. */
let onStatement: ((statement: string) => void) | null = null
const doors = { onTenantStatement: (statement: string) => onStatement?.(statement) }
const running = serverOfFile({}, { doors })
beforeEach(() => forgetTries(running))
openShopOn(running)
afterEach(async () => {
  onStatement = null
  expect(await ledgerOf(of)).toEqual([])
})

const previewUndo = async (importId: string) =>
  (
    await owner.browser.call('business.previewImportUndo', {
      params: { businessId: of.businessId, importId },
    })
  ).body

async function signUp(changes: Partial<ReturnType<typeof signUpPayload>> = {}) {
  const member = signUpPayload(changes)
  const { body } = await owner.push(owner.make('customer.signUp', member))
  expect(body.verdicts[0]).toMatchObject({ status: 'applied' })
  return member
}
const buy = (memberId: string, amount = '10.00') =>
  owner.push(owner.make('purchase.record', { purchaseId: newId(), memberId, amount }))
const mails = async () =>
  (await running.sql<{ count: number }[]>`select count(*)::int from email_queue`)[0]

/** The server dies once, at such a statement. @returns waits until it is back */
function dieWhen(isWhen: (statement: string) => boolean): () => Promise<void> {
  let dying: Promise<void> | null = null
  onStatement = (statement) => {
    if (!dying && isWhen(statement)) dying = running.crash()
  }
  return () => dying ?? Promise.reject(new Error('the server did not die'))
}

/** The job fails when the server dies; afterwards the test goes on with the new one. */
async function workThrough(death: () => Promise<void>): Promise<void> {
  await work(of).catch(() => {})
  await death()
}

test('brings a member over with points, sums, dates and the consents the file gives', async () => {
  const cells = cellsOf({
    phone: '+1 555 010 0133',
    birthday: '1990-02-29',
    points: '1,250',
    spent: '$512.40',
    joined: '2021-03-04',
    emailConsent: 'yes',
    smsConsent: 'no',
    consentDate: '2022-05-06',
    foreignId: 'AAAA',
  })
  const before = await mails()
  const run = await bringOver(of, [cells], { source: 'square' })
  expect(run).toMatchObject({
    state: 'finished',
    counts: { new: 1, known: 0, refused: 0, points: 1250, written: 1, left: 0 },
  })
  expect(await memberBy(of, cells.email)).toMatchObject({
    first_name: 'Wren',
    phone: '+1 555 010 0133',
    birthday: '02-29',
    points: 1250,
    spent: 51_240,
    welcome: 'none',
    marketing_email: true,
    marketing_sms: false,
    joined_from: null,
    address_proved_at: null,
  })
  const member = await memberBy(of, cells.email)
  // Its days begin in Chicago.
  expect(member?.created_at).toEqual(new Date('2021-03-04T06:00:00Z'))
  const consents =
    await running.sql`select channel, granted, text_version, screen, recorded_at from consent_record
    where member_id = ${member?.id ?? ''} order by channel`
  const recorded = { text_version: 'imported', screen: 'imported' }
  const at = { recorded_at: new Date('2022-05-06T05:00:00Z') }
  expect(consents).toEqual([
    { channel: 'email', granted: true, ...recorded, ...at },
    { channel: 'sms', granted: false, ...recorded, ...at },
  ])
  expect(await mails()).toEqual(before)
  const pages = await owner.pull()
  const [pulled] = pages.flatMap(({ rows }) => rows.pointsEntry ?? [])
  expect(pulled).toMatchObject({ reason: 'imported', points: 1250, memberId: member?.id })
  const held = pages.flatMap(({ rows }) => rows.customer ?? [])
  expect(held.find(({ id }) => id === member?.id)).toMatchObject({ imported: true })
})

test('shows the plan row by row and writes nothing before it runs', async () => {
  const known = await signUp()
  const person = cellsOf()
  const run = await check(of, [
    person,
    cellsOf({ email: known.email, points: '40' }),
    { ...person },
    cellsOf({ email: '' }),
    cellsOf({ phone: '1.5550100113E+10' }),
    cellsOf({ points: '-15' }),
    cellsOf({ birthday: 'in spring' }),
  ])
  expect(run).toMatchObject({
    state: 'checked',
    counts: { new: 2, known: 1, refused: 4, points: 280, written: 0 },
  })
  const rows = await rowsOf(of, run.id)
  expect(rows.map(({ line, plan, reason, points }) => [line, plan, reason, points])).toEqual([
    [2, 'new', null, 120],
    [3, 'known', null, 40],
    [4, 'refused', 'row_repeated', 0],
    [5, 'refused', 'email_missing', 0],
    [6, 'refused', 'phone_digits_lost', 0],
    [7, 'refused', 'points_negative', 0],
    [8, 'new', null, 120],
  ])
  expect(rows.at(-1)).toMatchObject({ leftOut: ['birthday'] })
  expect(await members(of)).toHaveLength(1)
  expect(
    await running.sql`select from import_source
  where business_id = ${of.businessId}`,
  ).toHaveLength(0)
})

test('the same file again changes nothing, and a later file adds what is new', async () => {
  const people = [cellsOf(), cellsOf({ foreignId: 'B', spent: '10.00' }), cellsOf({ points: '0' })]
  await bringOver(of, people)
  const before = await members(of)
  const again = await bringOver(of, people)
  expect(again.counts).toMatchObject({ new: 0, known: 3, points: 0, written: 3 })
  const strip = (list: typeof before) =>
    list.map(({ id, points, spent }) => ({ id, points, spent }))
  expect(strip(await members(of))).toEqual(strip(before))

  const later = people.map((cells) => ({ ...cells, points: '200', spent: '12.50' }))
  const added = await bringOver(of, [...later, cellsOf()])
  expect(added.counts).toMatchObject({ new: 1, known: 3, points: 80 + 80 + 200 + 120 })
  expect(await memberBy(of, people[1]?.email)).toMatchObject({ points: 200, spent: 1250 })
})

test('lowers a balance only if the owner asks for it, and never below zero', async () => {
  const person = cellsOf({ points: '100' })
  await bringOver(of, [person])
  await bringOver(of, [{ ...person, points: '60' }])
  expect(await memberBy(of, person.email)).toMatchObject({ points: 100 })
  await bringOver(of, [{ ...person, points: '60' }], { alsoLower: true })
  expect(await memberBy(of, person.email)).toMatchObject({ points: 60 })
  const member = await memberBy(of, person.email)
  const { rewardId } = shop
  await owner.push(
    owner.make('reward.redeem', {
      couponId: newId(),
      memberId: member?.id ?? '',
      rewardId,
      pointsSeen: 50,
    }),
  )
  await bringOver(of, [{ ...person, points: '0' }], { alsoLower: true })
  expect(await memberBy(of, person.email)).toMatchObject({ points: 0 })
})

test('undoes a later import that lowered points before the one that gave them', async () => {
  const member = signUpPayload()
  await owner.push(owner.make('customer.signUp', member))
  const cells = cellsOf({ email: member.email, points: '100' })
  const first = await bringOver(of, [cells])
  const other = await bringOver(of, [cellsOf()])
  const lower = await bringOver(of, [{ ...cells, points: '0' }], { alsoLower: true })
  await owner.push(
    owner.make('points.adjust', { memberId: member.memberId, points: -100, reason: 'Spent' }),
  )
  const tooEarly = await move(of, 'undo', first.id)
  expect([tooEarly.status, tooEarly.body.code]).toEqual([409, 'import_under_way'])
  expect((await previewUndo(first.id)).code).toBe('import_under_way')
  await undo(of, other.id)
  expect(await memberBy(of, member.email)).toMatchObject({ points: 0 })
  await undo(of, lower.id)
  expect(await memberBy(of, member.email)).toMatchObject({ points: 100 })
  await undo(of, first.id)
  // The welcome, which was spent.
  expect(await memberBy(of, member.email)).toMatchObject({ points: 0 })
})

test('undoes a later import that raised points again before the one that lowered them', async () => {
  const cells = cellsOf({ points: '100' })
  await bringOver(of, [cells])
  const lower = await bringOver(of, [{ ...cells, points: '60' }], { alsoLower: true })
  const again = await bringOver(of, [cells])
  const tooEarly = await move(of, 'undo', lower.id)
  expect([tooEarly.status, tooEarly.body.code]).toEqual([409, 'import_under_way'])
  expect((await previewUndo(lower.id)).code).toBe('import_under_way')
  await undo(of, again.id)
  expect(await memberBy(of, cells.email)).toMatchObject({ points: 60 })
  await undo(of, lower.id)
  expect(await memberBy(of, cells.email)).toMatchObject({ points: 100 })
  expect(await ledgerOf(of)).toEqual([])
})

test('adds the records of one person in the other program together', async () => {
  const person = cellsOf({ foreignId: 'AAAA', points: '100' })
  const run = await bringOver(of, [person, { ...person, foreignId: 'DDDD', points: '25' }])
  expect(run.counts).toMatchObject({ new: 1, known: 1, points: 125 })
  expect(await memberBy(of, person.email)).toMatchObject({ points: 125 })
})

test('gives once to a person whose record a later file names by an id', async () => {
  const person = cellsOf()
  await bringOver(of, [person])
  const named = { ...person, foreignId: 'AAAA' }
  await bringOver(of, [named])
  await bringOver(of, [named])
  expect(await memberBy(of, person.email)).toMatchObject({ points: 120 })
  const more = await bringOver(of, [{ ...named, points: '130' }])
  expect(await memberBy(of, person.email)).toMatchObject({ points: 130 })
  await undo(of, more.id)
  expect(await memberBy(of, person.email)).toMatchObject({ points: 120 })
})

test('an id that another program uses again mixes no two people', async () => {
  const one = cellsOf({ firstName: 'Ana', foreignId: '1', points: '100' })
  const other = cellsOf({ firstName: 'Ben' })
  await bringOver(of, [one, other])
  const stranger = cellsOf({ firstName: 'Bob', foreignId: '1', points: '500' })
  const known = { ...other, foreignId: '1', points: '500' }
  const namesake = { ...one, email: other.email ?? '', points: '500' }
  const run = await check(of, [stranger, known, namesake])
  expect((await rowsOf(of, run.id)).map(({ reason }) => reason)).toEqual(
    Array.from({ length: 3 }, () => 'record_of_other'),
  )
  await move(of, 'abandon', run.id)
  // A later file may change either the email or the name.
  await bringOver(of, [{ ...one, email: `new.${one.email}`, points: '130' }])
  expect(await memberBy(of, one.email)).toMatchObject({ points: 130 })
  await bringOver(of, [{ ...one, firstName: 'Anna', points: '150' }])
  expect(await memberBy(of, one.email)).toMatchObject({ points: 150 })
  expect(await memberBy(of, other.email)).toMatchObject({ points: 120 })
  expect(await members(of)).toHaveLength(2)
})

test('a record goes on with a member whose name and email an owner corrected', async () => {
  const cells = cellsOf({ foreignId: '1', points: '100' })
  await bringOver(of, [cells])
  const { id = '' } = (await memberBy(of, cells.email)) ?? {}
  await running.sql`update customer set mail_refused_at = now()
    where business_id = ${of.businessId} and id = ${id}`
  const corrected = { firstName: 'Ida', email: `right.${cells.email}` }
  const seen = { firstName: cells.firstName ?? '', email: cells.email ?? '' }
  const { body } = await owner.push(
    owner.make('customer.change', { memberId: id, changes: corrected, seen }),
  )
  expect(body.verdicts[0]).toMatchObject({ status: 'applied' })
  await bringOver(of, [{ ...cells, points: '150' }])
  expect(await memberBy(of, corrected.email)).toMatchObject({ id, points: 150 })
})

test('a member keeps the name and the choices made here', async () => {
  const known = await signUp({ marketingEmailConsent: false })
  await bringOver(of, [cellsOf({ email: known.email.toUpperCase(), emailConsent: 'yes' })])
  expect(await members(of)).toMatchObject([
    { first_name: 'Bo', marketing_email: false, welcome: 'given', points: 220 },
  ])
})

test('a part counts once, however often it is sent, and never changes', async () => {
  const cells = Array.from({ length: importLimits.partRows + 1 }, () => cellsOf())
  const run = newRun(cells.length)
  await start(of, run)
  expect((await start(of, run)).body).toMatchObject({ id: run.importId, state: 'uploading' })
  const first = await send(of, run.importId, cells)
  expect(first.body).toMatchObject({ parts: [0], counts: { new: 500 } })
  expect((await send(of, run.importId, cells)).body).toEqual(first.body)
  const changed = [cellsOf(), ...cells.slice(1)]
  expect((await send(of, run.importId, changed)).body.code).toBe('import_part_differs')
  const whole = await send(of, run.importId, cells, 1)
  expect(whole.body).toMatchObject({ state: 'checked', counts: { new: 501 } })
  expect((await send(of, run.importId, cells, 1)).body).toEqual(whole.body)
})

test.each([
  ['a part', (statement: string) => statement.startsWith('insert into "import_row"')],
  ['a step', (statement: string) => /^\s*update import_row set plan/.test(statement)],
])('a server that dies within %s leaves nothing half-done', async (_, isWhen) => {
  const cells = Array.from({ length: 450 }, () => cellsOf())
  const death = dieWhen(isWhen)
  const run = newRun(cells.length)
  await start(of, run)
  // Like the page, which sends again after a lost answer.
  const sent = await send(of, run.importId, cells).catch(() => null)
  if (sent?.status !== 200) {
    await death()
    expect((await send(of, run.importId, cells)).status).toBe(200)
  }
  await move(of, 'run', run.importId)
  await workThrough(death)
  await work(of)
  expect((await read(of, run.importId)).counts).toMatchObject({ written: 450, points: 54_000 })
  expect(await members(of)).toHaveLength(450)
})

test('pauses at the next step, and resumes there', async () => {
  // Steps enough for a pause to arrive between two of them on a busy machine.
  const cells = Array.from({ length: serverLimits.importBatch * 8 }, () => cellsOf())
  const { id } = await check(of, cells)
  await move(of, 'run', id)
  let steps = 0
  onStatement = (statement) => {
    if (!/^\s*update import_row set plan/.test(statement)) return
    steps += 1
    if (steps === 1) void move(of, 'pause', id)
  }
  await work(of)
  const paused = await read(of, id)
  expect(paused.state).toBe('paused')
  expect(paused.counts.written).toBeLessThan(cells.length)
  await work(of)
  expect((await read(of, id)).counts).toEqual(paused.counts)
  onStatement = null
  expect((await move(of, 'resume', id)).body.state).toBe('running')
  await work(of)
  expect(await read(of, id)).toMatchObject({ state: 'finished', counts: { written: cells.length } })
})

test('tills sell meanwhile, and every sale counts', async () => {
  const known = await signUp()
  const cells = Array.from({ length: 900 }, () => cellsOf())
  const { id } = await check(of, [...cells, cellsOf({ email: known.email, points: '30' })])
  await move(of, 'run', id)
  const working = work(of)
  const sales = []
  for (let n = 0; n < 10; n += 1) sales.push(await buy(known.memberId))
  await working
  expect(sales.map(({ body }) => body.verdicts[0]?.status)).toEqual(Array(10).fill('applied'))
  expect(await memberBy(of, known.email)).toMatchObject({ points: 100 + 100 + 30 })
})

test('undoes the whole run: erases idle members and leaves the others what they earned', async () => {
  const known = await signUp()
  const [idle, buyer, spender] = [cellsOf(), cellsOf(), cellsOf()]
  const file = [idle, buyer, spender, cellsOf({ email: known.email, points: '40', spent: '5.00' })]
  const run = await bringOver(of, file)
  const bought = await memberBy(of, buyer.email)
  const spent = await memberBy(of, spender.email)
  await buy(bought?.id ?? '')
  await owner.push(
    owner.make('reward.redeem', {
      couponId: newId(),
      memberId: spent?.id ?? '',
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
  )
  const params = { businessId: shop.businessId, importId: run.id }
  const { body: figures } = await owner.browser.call('business.previewImportUndo', { params })
  expect(figures).toEqual({ erased: 1, kept: 3, pointsTakenBack: 350, pointsSpent: 50 })

  expect(await undo(of, run.id)).toMatchObject({ state: 'undone', counts: { undone: 4 } })
  expect(await memberBy(of, idle.email)).toBeUndefined()
  expect(await memberBy(of, buyer.email)).toMatchObject({ points: 10, spent: 1000 })
  expect(await memberBy(of, spender.email)).toMatchObject({ points: 0 })
  expect(await memberBy(of, known.email)).toMatchObject({ points: 100, spent: 0 })
  const erased = (await members(of)).filter(({ erased_at }) => erased_at)
  expect(erased).toMatchObject([{ first_name: '', points: 0 }])
  // Spent points stay given, so the file gives back only what the undo took.
  await bringOver(of, file)
  expect(await memberBy(of, spender.email)).toMatchObject({ points: 70 })
  expect(await memberBy(of, known.email)).toMatchObject({ points: 140, spent: 500 })
})

test('an undo keeps a member whose erasure an owner planned, for the job that deletes their mail', async () => {
  const email = `${newId()}@example.com`
  const run = await bringOver(of, [cellsOf({ email })])
  const member = await memberBy(of, email)
  const planned = await of.browser.call('business.eraseMember', {
    params: { businessId: of.businessId, memberId: member?.id ?? '' },
    body: { reason: 'Asked at the counter' },
  })
  expect(planned.status).toBe(200)
  expect(await undo(of, run.id)).toMatchObject({ state: 'undone' })
  expect(await memberBy(of, email)).toMatchObject({ id: member?.id })
})

test('an undo keeps a member whose sale waits for the owner', async () => {
  const [buyer, idle] = [cellsOf(), cellsOf()]
  const run = await bringOver(of, [buyer, idle])
  const member = await memberBy(of, buyer.email)
  await buy(newId())
  await running.sql`update outbox set last_heard_at = now() - interval '400 days'
    where outbox_id = ${owner.outboxId}`
  const sold = await buy(member?.id ?? '', '30.00')
  expect(sold.body.verdicts).toMatchObject([{ status: 'parked', code: 'outbox_silent' }])
  const { businessId } = of
  const preview = await of.browser.call('business.previewImportUndo', {
    params: { businessId, importId: run.id },
  })
  expect(preview.body).toMatchObject({ erased: 1, kept: 1 })
  expect(await undo(of, run.id)).toMatchObject({ state: 'undone' })
  await of.browser.call('business.decideParked', { params: { businessId }, body: { accept: true } })
  expect(await memberBy(of, buyer.email)).toMatchObject({ points: 30, spent: 3000 })
  expect(await memberBy(of, idle.email)).toBeUndefined()
})

test('an undo survives a crash between any two statements', async () => {
  const run = await bringOver(
    of,
    Array.from({ length: 250 }, () => cellsOf()),
  )
  const death = dieWhen((statement) => /^\s*update import_source/.test(statement))
  await move(of, 'undo', run.id)
  await workThrough(death)
  await work(of)
  expect((await members(of)).filter(({ points, erased_at }) => points || !erased_at)).toEqual([])
})

test('an undo is possible for 30 days, and a file that was never run is dropped after seven', async () => {
  const done = await bringOver(of, [cellsOf()])
  const open = await check(of, [cellsOf()])
  running.turnClock(8 * dayMs)
  owner.browser.cookie = (await new TestBrowser(running.url).signIn(shop.ownerEmail)).cookie
  await keepUpNow(running)
  expect((await move(of, 'run', open.id)).body.code).toBe('import_moved_on')
  expect(await rowsOf(of, open.id)).toEqual([])
  running.turnClock(23 * dayMs)
  owner.browser.cookie = (await new TestBrowser(running.url).signIn(shop.ownerEmail)).cookie
  await keepUpNow(running)
  expect((await move(of, 'undo', done.id)).body.code).toBe('import_undo_over')
  expect(await rowsOf(of, done.id)).toMatchObject([{ name: '', email: '', points: 120 }])
  running.turnClock(-31 * dayMs)
})

test('one import at a time; a discarded one leaves nothing', async () => {
  const run = await check(of, [cellsOf()])
  expect((await start(of, newRun(1))).body.code).toBe('import_under_way')
  expect((await move(of, 'abandon', run.id)).body.state).toBe('abandoned')
  expect((await move(of, 'run', run.id)).body.code).toBe('import_moved_on')
  expect(await running.sql`select from import_row where run_id = ${run.id}`).toEqual([])
  const next = await check(of, [cellsOf()])
  expect(next.state).toBe('checked')
})

test('a repeated start answers as the first, but not with other terms', async () => {
  const run = newRun(1)
  await start(of, run)
  expect((await start(of, run)).status).toBe(201)
  const others: Partial<typeof run>[] = [
    { fileName: 'others.csv' },
    { rows: 2 },
    { source: 'square' },
    { mapping: { ...run.mapping, points: 5 } },
    { formats: { ...run.formats, decimal: ',' } },
    { alsoLower: true },
  ]
  for (const changes of others) {
    const again = await start(of, { ...run, ...changes })
    expect([changes, again.status, again.body.code]).toEqual([changes, 409, 'import_moved_on'])
  }
  const { email, ...rest } = run.mapping
  expect((await start(of, { ...run, mapping: { email, ...rest } })).status).toBe(201)
})

test('refuses one of two undos at once, and one of an undo and a start', async () => {
  const [first, second] = [await bringOver(of, [cellsOf()]), await bringOver(of, [cellsOf()])]
  const both = await Promise.all([move(of, 'undo', first.id), move(of, 'undo', second.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await work(of)
  const third = await bringOver(of, [cellsOf()])
  const [undone, started] = await Promise.all([move(of, 'undo', third.id), start(of, newRun(1))])
  expect([undone, started].filter(({ body }) => body.code === 'import_under_way')).toHaveLength(1)
})

test('takes no rows while the business is suspended', async () => {
  const run = newRun(1)
  await start(of, run)
  const suspend = (status: string) =>
    running.sql`update business set status = ${status} where id = ${of.businessId}`
  await suspend('suspended')
  const cells = [cellsOf()]
  expect(await send(of, run.importId, cells)).toMatchObject({
    status: 403,
    body: { code: 'read_only' },
  })
  await suspend('active')
  expect(await send(of, run.importId, cells)).toMatchObject({ body: { state: 'checked' } })
})

test('waits while the business is suspended', async () => {
  const { id } = await check(of, [cellsOf()])
  await move(of, 'run', id)
  const suspend = (status: string) =>
    running.sql`update business set status = ${status} where id = ${of.businessId}`
  await suspend('suspended')
  await work(of)
  expect(await members(of)).toEqual([])
  await suspend('active')
  await work(of)
  expect(await members(of)).toHaveLength(1)
})

test.each([
  ['more rows than the file has', { rows: importLimits.rows + 1 }],
  ['no rows', { rows: 0 }],
  ['a column beyond the bound', { mapping: { email: importLimits.columns } }],
])('refuses %s', async (_, changes) => {
  expect((await start(of, newRun(1, changes))).status).toBe(400)
})

test('refuses rows that are not of the part, and a part beyond the file', async () => {
  const run = newRun(2)
  await start(of, run)
  const params = { businessId: of.businessId, importId: run.importId }
  const row = (n: number) => ({ row: n, line: n + 1, cells: cellsOf() })
  const sendRows = (part: number, rows: object[]) =>
    of.browser.call('business.sendImportPart', { params, body: { part, rows } })
  expect((await sendRows(0, [])).status).toBe(400)
  expect((await sendRows(0, [row(2), row(1)])).status).toBe(400)
  expect((await sendRows(0, [row(1)])).body.code).toBe('import_part_differs')
  expect((await sendRows(1, [row(501)])).body.code).toBe('import_part_differs')
  const long = { ...row(1), cells: { firstName: 'x'.repeat(importLimits.sentCellLength + 1) } }
  expect((await sendRows(0, [long, row(2)])).status).toBe(400)
})
