/**
 * Tills: an owner enrolls a shared device once; each person who uses it proves who they are with a
 * key that only their PIN opens; a revoked till may only hand in sealed work.
 */
import { createHmac, generateKeyPairSync, pbkdf2Sync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { workAs } from '#pwa/sync/staff-claim.ts'
import { api, type CallName } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { testPassword, testSessionSecret } from '#tests/support/run.ts'
import { endsOf, handInAlone } from '#tests/support/seal.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { enrollTill, prove, unlock, personWithKey as unlockPerson } from '#tests/support/till.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser
let tillId: string
let till: TestDevice

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const enrolled = await enrollTill(running, shop, '  Front till ')
  expect(enrolled.name).toBe('Front till')
  tillId = enrolled.id
  till = enrolled.till
})

const params = () => ({ businessId: shop.businessId })
const idOf = async (who: TestBrowser) => (await who.call('auth.user')).body.id

const personWithKey = (pin?: string) => unlockPerson(staff, till, pin)

const storedOf = async (operationId: string) =>
  (
    await running.sql`select p.account_id as account, p.status, p.code, o.account_id as device
      from applied_operation p join outbox o
        on o.business_id = p.business_id and o.outbox_id = p.outbox_id
      where p.operation_id = ${operationId}`
  )[0]

test('turns a device into a till that has the business’s data and no personal account', async () => {
  const { body: user } = await till.browser.call('auth.user')
  expect(user).toMatchObject({ till: 'Front till', role: 'staff', businessId: shop.businessId })
  const { person, key } = await personWithKey()
  till.browser.staff = { id: person.id, key }
  expect((await till.pull()).at(-1)?.view).toBe('staff')
  // The owner who enrolled it is signed out there, and stays signed in elsewhere.
  expect((await owner.call('auth.user')).status).toBe(200)
  const own = (Object.keys(api) as CallName[]).filter((name) => api[name].access === 'account.own')
  expect(own.length).toBeGreaterThan(10)
  for (const name of own) {
    const asked = {
      params: { sessionId: newId(), photoId: newId(), passkeyId: newId() },
      ...(api[name].method !== 'GET' && { body: {} }),
    }
    expect([name, (await till.browser.call(name, asked)).status]).toEqual([name, 403])
  }
  const team = (await owner.call('business.staff', { params: params() })).body
  expect(team.map(({ id }) => id)).not.toContain(tillId)
  const removal = { params: { ...params(), staffId: tillId } }
  expect((await owner.call('business.removeStaff', removal)).status).toBe(404)
  const login = { email: `${tillId}@till.invalid`, password: testPassword }
  expect((await new TestBrowser(running.url).call('auth.login', { body: login })).status).toBe(401)
})

test('makes a till unknown to the owner’s account', async () => {
  const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  expect(browser.device).not.toBe('')
  await browser.call('business.enrollTill', { params: params(), body: { name: 'Back till' } })
  expect(browser.device).toBe('')
})

test('lets a locked till push saved work and read nothing', async () => {
  const { person, key } = await personWithKey()
  const signUp = prove(till.make('customer.signUp', signUpPayload()), person.id, key)
  expect((await till.push(signUp)).body.verdicts).toMatchObject([{ status: 'applied' }])
  const { memberId } = signUp.payload as { memberId: string }
  const codeOf = async (name: CallName, more = {}) => {
    const given = { ...params(), customerId: memberId, rewardId: shop.rewardId }
    const { status, body } = await till.browser.call(name, { params: given, ...more })
    return status < 400 ? status : (body as { code: string }).code
  }
  const reading = [
    'sync.pull',
    'sync.pokes',
    'business.get',
    'business.customers',
    'business.qrCodes',
    'business.rewards',
    'customer.page',
    'reward.redeem',
  ] as const
  for (const name of reading) expect([name, await codeOf(name)]).toEqual([name, 'till_locked'])
  const coupon = { body: { code: 'AAAA-BBBB-CCCC' } }
  expect(await codeOf('business.verifyCoupon', coupon)).toBe('till_locked')
  for (const name of ['sync.tillPeople', 'sync.sealKey', 'business.appManifest'] as const) {
    expect([name, await codeOf(name)]).toEqual([name, 200])
  }
  till.browser.staff = { id: person.id, key }
  expect(await codeOf('customer.page')).toBe(200)
  const { coupons } = (
    await till.browser.call('customer.page', { params: { customerId: memberId } })
  ).body
  // The cardholder has the code.
  expect(coupons).toMatchObject([{ codeEnding: expect.stringMatching(/^\w{4}$/) }])
  expect(coupons[0]).not.toHaveProperty('code')
  till.browser.staff = null
  expect(await codeOf('customer.page')).toBe('till_locked')
})

test('attributes a call on an unlocked till to the person who unlocked it', async () => {
  const { person, key } = await personWithKey()
  const signUp = prove(till.make('customer.signUp', signUpPayload()), person.id, key)
  const { memberId } = signUp.payload as { memberId: string }
  const purchase = { purchaseId: newId(), memberId, amount: '500.00', note: null }
  await till.push(signUp, prove(till.make('purchase.record', purchase), person.id, key))
  till.browser.staff = { id: person.id, key }
  const redeem = () =>
    till.browser.call('reward.redeem', {
      params: { customerId: memberId, rewardId: shop.rewardId },
      headers: { 'Idempotency-Key': 'one' },
    })
  const first = await redeem()
  expect(first.status).toBe(200)
  // The answer was lost: retry with a new proof.
  expect((await redeem()).body).toEqual(first.body)
  const stored = await running.sql`select account_id as account from applied_operation
    where name = 'reward.redeem' and business_id = ${shop.businessId}`
  expect(stored).toEqual([{ account: person.id }])
})

test('accepts a call’s proof only for its till, person, path and time', async () => {
  const { person, key } = await personWithKey()
  const path = `/api/business/${shop.businessId}/customers`
  const { browser } = till
  const ask = async (headers: Record<string, string>, who = browser) => {
    const { status, body } = await who.send('GET', `${path}?limit=1`, { headers })
    return status < 400 ? status : (body as { code: string }).code
  }
  browser.staff = { id: person.id, key }
  const proof = browser.proofOf('GET', path)
  const late = limits.tillProofSeconds * 1000 + 5000
  const others = [
    browser.proofOf('POST', path),
    browser.proofOf('GET', '/api/sync/pull'),
    browser.proofOf('GET', `${path}/`),
  ]
  const early = browser.proofOf('GET', path, Date.now() - late)
  const ahead = browser.proofOf('GET', path, Date.now() + late)
  browser.staff = { id: await idOf(owner), key }
  others.push(browser.proofOf('GET', path), { 'Regulars-Staff': '' }, { 'Regulars-Staff': 'a.b.c' })
  browser.staff = null
  expect(await ask(proof)).toBe(200)
  for (const other of others) expect(await ask(other)).toBe('till_locked')
  expect([await ask(early), await ask(ahead)]).toEqual(['till_clock', 'till_clock'])
  const second = await enrollTill(running, shop, 'Back till')
  expect(await ask(proof, second.till.browser)).toBe('till_locked')
  const removal = { params: { ...params(), staffId: person.id } }
  expect((await owner.call('business.removeStaff', removal)).status).toBe(200)
  expect(await ask(proof)).toBe('till_locked')
})

test('opens a person’s key only with the PIN and counts what it proves as theirs', async () => {
  const { person, key } = await personWithKey()
  await expect(unlock(person, '271829')).rejects.toThrow()
  const staffId = await idOf(staff)
  const signUp = prove(till.make('customer.signUp', signUpPayload()), staffId, key)
  const { body } = await till.push(signUp)
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(await storedOf(signUp.operationId)).toMatchObject({ account: staffId, device: tillId })
  // The answer was lost: the retry changes nothing.
  expect((await till.push(signUp)).body.verdicts).toEqual(body.verdicts)
})

test('accepts PINs and proofs from releases that used HMAC', async () => {
  const derived = (...purpose: string[]) =>
    createHmac('sha256', testSessionSecret).update(JSON.stringify(purpose)).digest()
  const { person } = await personWithKey()
  const derivedOfPin = pbkdf2Sync(
    '271828',
    Buffer.from(person.salt, 'base64url'),
    person.iterations,
    32,
    'sha256',
  )
  const sealed = await new CompactEncrypt(derivedOfPin)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(derived('pin seal'))
  await running.sql`update account set pin_key = ${sealed}, pin_id = null where id = ${person.id}`
  const { body: people } = await till.browser.call('sync.tillPeople')
  expect(people.map(({ id }) => id)).toEqual([person.id])
  const key = await unlock(people[0] ?? person, '271828')
  const asked = [derived('till key', tillId, person.id), key, derived('till key', tillId, newId())]
  const { body } = await till.push(
    ...asked.map((each) => prove(till.make('customer.signUp', signUpPayload()), person.id, each)),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'parked'])
  // They end with that PIN, like others.
  const made = asked
    .slice(0, 2)
    .map((each) => prove(till.make('customer.signUp', signUpPayload()), person.id, each))
  await staff.call('auth.setPin', { body: { pin: '314159' } })
  const madeAfter = asked
    .slice(0, 2)
    .map((each) => prove(till.make('customer.signUp', signUpPayload()), person.id, each))
  const { verdicts } = (await till.push(...made, ...madeAfter)).body
  expect(verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'parked', 'parked'])
})

test('parks unproved work until the owner accepts it', async () => {
  const { key } = await personWithKey()
  const [staffId, ownerId] = [await idOf(staff), await idOf(owner)]
  const proved = prove(till.make('customer.signUp', signUpPayload()), staffId, key)
  const elsewhere = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const other = prove(elsewhere.make('customer.signUp', signUpPayload()), staffId, key)
  const { proof } = other.staff ?? { proof: '' }
  const asked = [
    proved,
    till.make('customer.signUp', signUpPayload()),
    prove(till.make('customer.signUp', signUpPayload()), ownerId, key),
    { ...till.make('customer.signUp', signUpPayload()), staff: { id: staffId, proof } },
    { ...till.make('customer.signUp', signUpPayload()), staff: { id: staffId, proof: '' } },
  ]
  const { body } = await till.push(...asked)
  const held = { status: 'parked', code: 'staff_unproved' }
  expect(body.verdicts).toMatchObject([{ status: 'applied' }, held, held, held, held])
  expect(await storedOf(asked[1]?.operationId ?? '')).toMatchObject({ account: tillId })
  const decision = { params: params(), body: { accept: true } }
  expect((await owner.call('business.decideParked', decision)).body).toEqual({ settled: 4 })
  expect(await storedOf(asked[1]?.operationId ?? '')).toMatchObject({ status: 'applied' })
})

test('rejects a proof with another payload', async () => {
  const { key } = await personWithKey()
  const staffId = await idOf(staff)
  const signUp = prove(till.make('customer.signUp', signUpPayload()), staffId, key)
  const { body } = await till.push({ ...signUp, payload: signUpPayload() })
  expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'staff_unproved' }])
})

test('rejects one till’s key at another till and on a personal device', async () => {
  const { key } = await personWithKey()
  const staffId = await idOf(staff)
  const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const second = { params: params(), body: { name: 'Back till' } }
  await browser.call('business.enrollTill', second)
  const back = new TestDevice(browser)
  const { body } = await back.push(
    prove(back.make('customer.signUp', signUpPayload()), staffId, key),
  )
  expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'staff_unproved' }])
  // On a personal device the claim is ignored; the session identifies the account.
  const own = new TestDevice(staff)
  const signUp = own.make('customer.signUp', signUpPayload())
  await own.push({ ...signUp, staff: { id: await idOf(owner), proof: 'x' } })
  expect(await storedOf(signUp.operationId)).toMatchObject({ account: staffId, status: 'applied' })
})

test('lets the owner reset a PIN; a new one gets a new time and key', async () => {
  const { person, key } = await personWithKey()
  const staffId = person.id
  expect((await staff.call('auth.user')).body.hasPin).toBe(true)
  const reset = { params: { ...params(), staffId } }
  expect((await owner.call('business.resetPin', reset)).status).toBe(200)
  expect((await till.browser.call('sync.tillPeople')).body).toEqual([])
  running.turnClock(1000)
  const again = await personWithKey('314159')
  running.turnClock(-1000)
  expect(again.person.pinSetAt > person.pinSetAt).toBe(true)
  await expect(unlock(again.person, '271828')).rejects.toThrow()
  expect(again.key).not.toEqual(key)
})

test.each([
  ['right', 0],
  ['ten minutes ahead', 600_000],
  ['ten minutes behind', -600_000],
])(
  'ends a key with its PIN, but still counts earlier work until the till has pushed it, its clock %s',
  async (_, aheadMs) => {
    const { person, key } = await personWithKey()
    const make = (madeAt: number, by = key) =>
      prove(
        till.make('customer.signUp', signUpPayload(), {
          madeAt: new Date(madeAt + aheadMs).toISOString(),
        }),
        person.id,
        by,
      )
    let turnedMs = 0
    const turn = (ms: number) => {
      turnedMs += ms
      running.turnClock(ms)
    }
    const push = (...operations: PushedOperation[]) => {
      const deviceNow = new Date(Date.now() + turnedMs + aheadMs).toISOString()
      return till.browser.call('sync.push', {
        body: { outboxId: till.outboxId, deviceNow, operations },
      })
    }
    const minute = 60_000
    const held = { status: 'parked', code: 'staff_unproved' }
    for (const change of ['new', 'reset'] as const) {
      const { key: current } = change === 'new' ? { key } : await personWithKey('161803')
      const before = Date.now() - minute
      if (change === 'new') await staff.call('auth.setPin', { body: { pin: '314159' } })
      else await owner.call('business.resetPin', { params: { ...params(), staffId: person.id } })
      // The till was offline for longer than the deadline that starts once it learns of the change.
      turn(2 * serverLimits.formerPinHours * 60 * minute)
      const first = await push(make(before, current), make(Date.now() + minute, current))
      expect(first.body.verdicts).toMatchObject([{ status: 'applied' }, held])
      await till.browser.call('sync.tillPeople')
      expect((await push(make(before, current))).body.verdicts).toMatchObject([
        { status: 'applied' },
      ])
      turn(2 * serverLimits.formerPinHours * 60 * minute)
      expect((await push(make(before, current))).body.verdicts).toMatchObject([held])
      turn(-4 * serverLimits.formerPinHours * 60 * minute)
      till.browser.staff = { id: person.id, key: current }
      expect((await till.browser.call('sync.pull')).body.code).toBe('till_locked')
      till.browser.staff = null
    }
  },
)

test.each([
  ['before its PIN ended', false, 'applied'],
  ['after its PIN ended', true, 'parked'],
])(
  'judges an edit by the key of a PIN by when the person pressed the button: %s',
  async (_, isLate, status) => {
    const { person, key } = await personWithKey()
    const browser = new RealBrowser(running, shop)
    browser.session = till.browser
    browser.accountId = tillId
    browser.isOffline = true
    const device = await browser.open()
    workAs({ id: person.id, key })
    onTestFinished(() => {
      workAs(null)
      device.close()
    })
    const changePin = () => staff.call('auth.setPin', { body: { pin: '314159' } })
    const { operationId, payload } = await device.perform('customer.signUp', signUpPayload())
    if (isLate) await changePin()
    const renamed = { ...(payload as ReturnType<typeof signUpPayload>), lastName: 'Renamed' }
    const edited = await device.edit(operationId, 'customer.signUp', renamed)
    if (!isLate) await changePin()
    browser.isOffline = false
    await device.sync()
    const account = isLate ? tillId : person.id
    expect(await storedOf(edited.operationId)).toMatchObject({ status, account })
  },
)

test('seals keys to the till’s first key pair', async () => {
  const made = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const coordinates = ({ publicKey }: ReturnType<typeof made>) => {
    const { x, y } = publicKey.export({ format: 'jwk' })
    return { x, y }
  }
  const [own, other] = [made(), made()]
  await personWithKey()
  const keep = (pair: typeof own) =>
    till.browser.call('sync.keepTillKey', { body: { publicKey: coordinates(pair) } })
  // An older app enrolled it, so it sends its key later; the answer was lost, so it sends it twice.
  expect([(await keep(own)).status, (await keep(own)).status]).toEqual([200, 200])
  expect((await keep(other)).body.code).toBe('till_key_kept')
  const nowhere = { x: 'A'.repeat(43), y: 'A'.repeat(43) }
  const refused = await till.browser.call('sync.keepTillKey', { body: { publicKey: nowhere } })
  expect(refused.body.code).toBe('validation_failed')
  const [person] = (await till.browser.call('sync.tillPeople')).body
  if (!person) throw new Error('One person was to be there')
  await expect(unlock(person, '271828')).rejects.toThrow()
  await expect(compactDecrypt(person.sealedKey, other.privateKey)).rejects.toThrow()
  const { plaintext } = await compactDecrypt(person.sealedKey, own.privateKey)
  const sealedKey = new TextDecoder().decode(plaintext)
  const key = await unlock({ ...person, sealedKey }, '271828')
  const signUp = prove(till.make('customer.signUp', signUpPayload()), person.id, key)
  expect((await till.push(signUp)).body.verdicts).toMatchObject([{ status: 'applied' }])
  // A new app sends it when enrolling.
  const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const body = { name: 'Back till', publicKey: coordinates(other) }
  expect((await browser.call('business.enrollTill', { params: params(), body })).status).toBe(201)
  const [here] = (await browser.call('sync.tillPeople')).body
  expect((await compactDecrypt(here?.sealedKey ?? '', other.privateKey)).plaintext).toBeTruthy()
})

test.each(['12345', '1234567', 'abcdef', '000000', '123456', '112233', '199001', ''])(
  'rejects the PIN %o',
  async (pin) => {
    expect((await staff.call('auth.setPin', { body: { pin } })).status).toBe(400)
  },
)

test('limits PIN changes per hour', async () => {
  const set = () => staff.call('auth.setPin', { body: { pin: '271828' } })
  expect((await set()).status).toBe(200)
  // Simulate earlier changes: each derives a key, which is slow on purpose.
  await running.sql`
    update attempt set count = ${serverLimits.pinChangesPerHour - 1} where key like 'pin:%'`
  expect((await set()).status).toBe(200)
  expect((await set()).status).toBe(429)
})

test('removes a former colleague’s key and holds their work for the owner', async () => {
  const { person, key } = await personWithKey()
  const signUp = prove(till.make('customer.signUp', signUpPayload()), person.id, key)
  const removal = { params: { ...params(), staffId: person.id } }
  expect((await owner.call('business.removeStaff', removal)).status).toBe(200)
  expect((await till.browser.call('sync.tillPeople')).body).toEqual([])
  const { body } = await till.push(signUp)
  expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'rights_withdrawn' }])
  expect(await storedOf(signUp.operationId)).toMatchObject({ account: person.id })
})

test('holds a revoked till’s saved work for the owner and sends it nothing more', async () => {
  const { person, key } = await personWithKey()
  const make = () => prove(till.make('customer.signUp', signUpPayload()), person.id, key)
  await till.push(make())
  const listed = (await owner.call('business.tills', { params: params() })).body
  expect(listed).toMatchObject([{ id: tillId, name: 'Front till' }])
  const which = { params: { ...params(), tillId } }
  expect((await owner.call('business.revokeTill', which)).status).toBe(200)
  expect((await owner.call('business.revokeTill', which)).status).toBe(404)
  expect((await owner.call('business.tills', { params: params() })).body).toEqual([])
  for (const name of ['auth.user', 'sync.pull', 'sync.tillPeople'] as const) {
    expect([name, (await till.browser.call(name)).body.code]).toEqual([name, 'device_revoked'])
  }
  const late = make()
  expect((await handInAlone(till, late)).body).toEqual({ outcomes: ['taken'] })
  expect(await endsOf(running, [late])).toEqual(['rights_withdrawn'])
  expect(await storedOf(late.operationId)).toMatchObject({ account: person.id, device: tillId })
})

test('stores nothing that could be used to guess PINs', async () => {
  const { person } = await personWithKey()
  const [row] = await running.sql`select pin_key as key from account where id = ${person.id}`
  await expect(unlock({ ...person, sealedKey: row?.key ?? '' }, '271828')).rejects.toThrow(
    'decryption operation failed',
  )
})

test('limits a business’s tills', async () => {
  await running.sql`insert into account (id, email, email_key, password_hash, first_name, last_name,
      role, business_id, till_name, created_at)
    select gen_random_uuid(), 'e' || n, 'till ' || ${shop.businessId} || n, '', 'Till', '',
      'staff', ${shop.businessId}, 'Till ' || n, now() from generate_series(1, 49) n`
  const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const one = { params: params(), body: { name: 'One more' } }
  expect((await browser.call('business.enrollTill', one)).body.code).toBe('too_many_tills')
  expect((await browser.call('auth.user')).status).toBe(200)
})
