/**
 * One browser of the model, as on a till: tabs, a disk, cookies, a signed-in person. It acts like
 * that person, and records in the book what they saw.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeviceDatabase } from '#pwa/device/device-database.ts'
import { OpenWork } from '#pwa/device/wipe.ts'
import { isUnsent, type OutboxRow } from '#pwa/records/outbox-row.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { handOver } from '#pwa/sync/hand-over.ts'
import { TooLate } from '#pwa/sync/outbox-changes.ts'
import { InvalidPayload, type OperationInput } from '#pwa/sync/perform.ts'
import { readSettled } from '#pwa/sync/resend.ts'
import { CannotSeal } from '#pwa/sync/seal-outbox.ts'
import { type OperationName, payloadSchema } from '#schema/contract/operation.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Book, Pressed, Saved } from './book.ts'
import { clearDisk, DamagedDisk, loseRow } from './damage.ts'
import type { FaultyNetwork } from './faulty-network.ts'
import { type Death, Disk, Doom } from './mortal-storage.ts'
import type { Person, Shop } from './shop.ts'
import { lookAt, type Sight } from './sight.ts'
import { Channels, CookieJar, type Machine, openTab, SharedLocks, type Tab } from './tab.ts'
import type { Tally } from './tally.ts'
import { TillLock } from './till.ts'

/** Event-loop turns: far more than a delivered message needs. */
const turnsToHear = 50
const turnsToRevive = 500

export class ModelBrowser {
  readonly network: FaultyNetwork
  readonly sights: Sight[] = []
  /** Saved here by the current person; the screen must account for each. */
  readonly mine = new Set<string>()
  person: Person
  tabs: Tab[] = []
  readonly #shop: Shop
  readonly #book: Book
  readonly #tally: Tally
  readonly #machine: Machine
  /** Unsent operations when a sign-out began here. */
  #leaving: { operations: Saved[]; keepUnsent: boolean; held: string[] } | null = null
  /** Work of people who signed out, as long as its seals are here for a restored server. */
  readonly #kept: { seals: string[]; operationIds: string[] }[] = []
  /** A tab died since all saved operations were last known to be visible. */
  #hasDied = false
  /** A tab died after it had cleared the disk, without telling the others. */
  #isCleared = false
  /** Operations being withdrawn: after a crash in between, each may be withdrawn or not. */
  #touched: Saved[] = []
  readonly #damage: DamagedDisk
  /** On a till: the person who works it. */
  readonly #lock: TillLock
  #pressed: Pressed | null = null
  /** The current request: a crash may leave it saved although no one saw that. */
  #intent: { name: OperationName; payload: object; chain?: string; isPoison?: boolean } | null =
    null

  constructor(of: {
    shop: Shop
    book: Book
    tally: Tally
    person: Person
    network: FaultyNetwork
  }) {
    this.#shop = of.shop
    this.#book = of.book
    this.#tally = of.tally
    this.#damage = new DamagedDisk(of.book)
    this.person = of.person
    this.network = of.network
    this.network.cookie = of.person.cookie
    this.#machine = {
      disk: new Disk(),
      doom: new Doom(),
      cookies: new CookieJar(),
      channels: new Channels(),
      locks: new SharedLocks(),
      fetch: this.network.fetch,
      clockMs: 0,
      passedMs: 0,
      isLocked: () => this.isLockedTill,
      signedIn: () => this.person.accountId,
    }
    this.#lock = new TillLock(this.#shop, this.network)
    this.network.proofOf = (...call) => this.#lock.proofOf(...call)
  }

  get isTill(): boolean {
    return this.person.isTill
  }

  /** It has to wipe itself and hand its work over. */
  get #isEnding(): boolean {
    return this.person.isWithdrawn || this.#shop.revokedAt.has(this.network.cookie)
  }

  get isLockedTill(): boolean {
    return this.isTill && this.#lock.worker === null
  }

  /** The account of the person who unlocked this till. */
  get workerId(): string | null {
    return this.#lock.worker?.id ?? null
  }

  lock(): void {
    this.#lock.lock()
  }

  /** Somebody enters their PIN. @returns whether the till is open now */
  async unlock(which: number): Promise<boolean> {
    if (!this.isTill) return true
    await this.#lock.unlock(which, this.person.accountId)
    if (this.#lock.worker) this.#tally.add('unlocked a till')
    return !this.isLockedTill
  }

  /** A locked till has no buttons to press. */
  async mayPress(which: number): Promise<boolean> {
    return this.isLockedTill ? this.unlock(which) : true
  }

  get device(): Device {
    const [tab] = this.tabs
    if (!tab) throw new Error('No tab is open')
    return tab.device
  }

  tab(index: number): Tab {
    return this.tabs[index % this.tabs.length] as Tab
  }

  jumpClock(ms: number): void {
    this.#machine.clockMs += ms
    this.network.skewMs = this.#machine.clockMs
  }

  passTime(passedMs: number): void {
    this.#machine.passedMs = passedMs
    this.network.passedMs = passedMs
  }

  async open(): Promise<Tab> {
    const { accountId, view } = this.person
    const tab = openTab(this.#machine, { accountId, businessId: this.#shop.businessId, view })
    this.tabs.push(tab)
    await tab.device.ready
    await this.#adopt(tab.device)
    return tab
  }

  close(): void {
    for (const tab of this.tabs.splice(0)) tab.close()
  }

  /** Another person, or the same one with other rights, takes over. */
  async signIn(person: Person): Promise<void> {
    this.close()
    if (person.accountId !== this.person.accountId) this.mine.clear()
    this.person = person
    this.network.cookie = person.cookie
    this.#lock.forget()
    this.#isCleared = false
    await this.open()
  }

  /** Acts like a person who has to sign in again. @returns whether someone had signed out */
  async signInAgain(): Promise<boolean> {
    if (!this.#isCleared) return false
    await this.signIn(await this.#shop.renew(this.person))
    return true
  }

  async perform<Name extends OperationName>(
    name: Name,
    payload: OperationInput<Name>,
    { tab = 0, isPoison = false } = {},
  ): Promise<void> {
    this.#intent = { name, payload, isPoison }
    try {
      this.#adoptRow(await this.#within(tab, ({ perform }) => perform(name, payload)))
      this.#tally.add(`saved ${name}`)
    } catch (error) {
      if (!(isPoison && error instanceof InvalidPayload)) throw error
    }
  }

  /** Imports rows of an earlier release, as from an old device's file. */
  async performEarlier(
    name: OperationName,
    payload: Record<string, unknown>,
    v = 1,
  ): Promise<void> {
    this.#intent = { name, payload }
    const madeAt = new Date(Date.now() + this.#machine.passedMs).toISOString()
    const operations = [{ operationId: newId(), name, v, madeAt, payload }]
    const { businessId } = this.#shop
    const file = {
      format: 'regulars-outbox',
      version: 1,
      businessId,
      exportedAt: madeAt,
      operations,
    }
    // The file names the server's time. The device takes it for its own, because the browsers of one
    // process share what they heard of the server's clock.
    const claimed = { claimedMs: Date.parse(madeAt) }
    await this.#within(0, ({ importOutbox }) => importOutbox(JSON.stringify(file)), claimed)
    this.#tally.add(`saved ${name} of version ${v}`)
    await this.#adopt(this.device)
  }

  /** A dead tab never reports how its work ended. */
  async #within<Result>(
    tab: number,
    work: (device: Device) => Promise<Result>,
    claimed: Partial<Pressed> = {},
  ): Promise<Result> {
    const { device, life } = this.tab(tab)
    this.#pressed = { ...this.#press(), ...claimed }
    const end = await this.#lock
      .press(() => work(device))
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      )
    if (life.isOver) return new Promise(() => {})
    if ('error' in end) throw end.error
    return end.result
  }

  /** Fixed at the press: whose it is, and when. */
  #press(): Pressed {
    const { worker } = this.#lock
    const { clockMs: skewMs, passedMs } = this.#machine
    const { accountId } = this.person
    const by = this.isTill ? (worker?.id ?? null) : accountId
    const pin = worker?.pin ?? null
    const isFormerPin = worker !== null && this.#shop.pinsOf(worker.id).at(-1) !== pin
    const claimedMs = Date.now() + passedMs + skewMs
    return { by, device: accountId, pin, isFormerPin, claimedMs, skewMs, passedMs }
  }

  async sync(tab = 0): Promise<void> {
    const { device } = this.tab(tab)
    await this.#hear(device)
    if (device.outbox.rows().some(isUnsent)) await this.#lookIfTrue(device)
    this.network.isToldLocked = false
    const held = this.#isEnding ? await this.#heldForgotten() : []
    const end = await this.#within(tab, ({ sync }) => sync())
    if (this.network.isToldLocked) this.lock()
    await this.#hear(device)
    await this.#noteCounted()
    if (!end.elsewhere) await this.#lookIfTrue(device)
    // A proxy forged the 401: the sign-in screen asks the server, which says that access was withdrawn.
    const hasEnded = end.problem === 'signedOut' && this.#isEnding
    if (end.problem === 'ended' || hasEnded) await this.handOver(held)
    else if (end.problem === 'signedOut') await this.signIn(await this.#shop.renew(this.person))
  }

  async discard(which: number): Promise<void> {
    const operation = this.#pick(which, ['waiting', 'refused'])
    if (!operation) return
    this.#intent = null
    const withDependents = true
    await this.#change([operation, ...(await this.#dependents(operation))], (device) =>
      device.discard(operation.operationId, { withDependents }),
    )
  }

  async edit(which: number, change: (operation: Saved) => Record<string, unknown> | null) {
    const operation = this.#pick(which, ['waiting', 'refused'])
    const payload = operation && change(operation)
    if (!operation || !payload) return
    const { name, chain, isPoison } = operation
    this.#intent = { name, payload, chain, isPoison }
    await this.#change([operation, ...(await this.#dependents(operation))], (device) =>
      device.edit(operation.operationId, name, payload as never),
    )
  }

  async retry(which: number): Promise<void> {
    const operation = this.#pick(which, ['refused'])
    if (!operation) return
    this.#intent = null
    await this.#change([operation, ...(await this.#dependents(operation))], (device) =>
      device.retry(operation.operationId),
    )
  }

  /** A person may be too late; nothing else may go wrong. */
  async #change(touched: Saved[], work: (device: Device) => Promise<unknown>): Promise<void> {
    this.#touched = touched
    const [first] = touched
    const isDone = await this.#within(0, work).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TooLate) return false
        throw error
      },
    )
    await this.#noteTouched()
    if (isDone && first && !this.#book.takenBack.has(first.operationId)) {
      this.#book.broken.push(`${first.name} ${first.operationId} was taken back, and is still here`)
    }
  }

  /** Exports unsent rows as a file and imports them in another browser. */
  async carryTo(other: ModelBrowser): Promise<void> {
    const text = await (await this.device.exportOutbox()).text()
    const here = new Set((await other.#adopt(other.device)).map(idOf))
    await other.#within(0, ({ importOutbox }) => importOutbox(text))
    for (const { operationId, status } of await other.#adopt(other.device)) {
      const { by, device } = other.#press()
      if (!here.has(operationId)) {
        // A proof counts at its own till only: elsewhere the work is the device's.
        const isProved = this.#book.get(operationId).pin !== null
        const accounts = isProved && other.isTill ? [device] : [by, device]
        this.#book.carry(
          operationId,
          accounts.flatMap((each) => each ?? []),
        )
      }
      // The person with the file asks for it again.
      if (status === 'waiting') other.network.takenBack.delete(operationId)
    }
  }

  /** Signs out; unsent work is sealed, or discarded at the person's request. */
  async signOut(keepUnsent: boolean): Promise<boolean> {
    const operations = this.#unsent()
    // A single operation that can't be stored makes its whole seal unreadable.
    if (operations.some(({ isPoison }) => isPoison)) return false
    const before = await this.#seals()
    const settled = await this.#heldSettled()
    this.#leaving = { operations, keepUnsent, held: await this.#heldForgotten() }
    for (const { operationId } of operations) this.#book.everSealed.add(operationId)
    for (const operationId of settled) this.#book.everSealed.add(operationId)
    try {
      await this.#within(0, ({ context }) => endDevice(context, { keepUnsent }))
    } catch (error) {
      this.#leaving = null
      if (error instanceof CannotSeal || error instanceof OpenWork) return false
      throw error
    }
    await this.#noteKept(before, keepUnsent ? [...settled, ...operations.map(idOf)] : settled)
    this.close()
    this.#left()
    return true
  }

  /** Notes the work that a sign-out sealed: all of it, or else a restored server may lose it. */
  async #noteKept(before: ReadonlyMap<string, number>, operationIds: string[]): Promise<void> {
    const made = [...(await this.#seals())].filter(([id]) => !before.has(id))
    const count = made.reduce((sum, [, operations]) => sum + operations, 0)
    if (!this.#leaving || count < operationIds.length) return
    this.#kept.push({ seals: made.map(([id]) => id), operationIds })
    this.#leaving.held = this.#leaving.held.filter((id) => !operationIds.includes(id))
    if (operationIds.length > 0) this.#tally.add('signed out, and work stayed sealed')
  }

  /** How many operations each seal holds, also of those that the server has. */
  async #seals(): Promise<Map<string, number>> {
    const { browser } = this.device.context
    const seals = browser
      ? [...(await browser.sealed.toArray()), ...(await browser.keptSeals.toArray())]
      : []
    return new Map(seals.map(({ id, operations }) => [id, operations]))
  }

  /**
   * Does what the app does for a withdrawn account.
   * @param held operations a restored server lost, held before the device learned it has to leave
   * @returns whether it is done
   */
  async handOver(held: string[] = []): Promise<boolean> {
    if (this.tabs.length > 0) {
      this.#leaving = { operations: this.#unsent(), keepUnsent: true, held }
    }
    this.#leaving ??= { operations: [], keepUnsent: true, held: [] }
    this.close()
    for (const { operationId } of this.#leaving.operations) {
      this.#book.everSealed.add(operationId)
      this.#book.revoked.set(operationId, this.network.cookie)
    }
    const tab = openTab(this.#machine, this.#identity(), 'headless')
    this.tabs = [tab]
    this.#leaving.held.push(...(await this.#heldForgotten()))
    const isDone = await this.#within(0, handOver)
    tab.close()
    this.tabs = []
    if (isDone) {
      this.#tally.add('hand-over done')
      this.#left()
    }
    return isDone
  }

  #left(): void {
    for (const { operationId } of this.#leaving?.operations ?? []) {
      const where = this.#leaving?.keepUnsent ? this.#book.sealed : this.#book.lost
      where.add(operationId)
    }
    for (const operationId of this.#leaving?.held ?? []) this.#book.lost.add(operationId)
    this.#leaving = null
    this.mine.clear()
  }

  /** After a crash during a sign-out: operations missing here left the device before it. */
  async #noteLeft(): Promise<void> {
    if (!this.#leaving) return
    const { operations, keepUnsent, held } = this.#leaving
    this.#leaving = null
    const still = await this.heldForResending()
    for (const id of held) if (!still.includes(id)) this.#book.lost.add(id)
    const rows = await this.device.context.door.within((database) => database.outbox.toArray())
    const here = new Set(rows.map(({ operationId }) => operationId))
    for (const { operationId } of operations) {
      if (!here.has(operationId))
        (keepUnsent ? this.#book.sealed : this.#book.lost).add(operationId)
    }
    // Killed between sealing and clearing, both copies exist: what is now taken back may still be
    // applied.
    if (keepUnsent && (await this.sealedLeft()) > 0) {
      for (const { operationId } of operations) this.#book.sealed.add(operationId)
    }
    const hasNothing = [...this.mine].every((operationId) => !here.has(operationId))
    if (hasNothing) this.mine.clear()
  }

  #identity() {
    const { accountId, view } = this.person
    return { accountId, businessId: this.#shop.businessId, view }
  }

  /**
   * The browser evicts storage while no window is open; the next start reports how much is lost.
   */
  async evict(isWorkerFirst: boolean): Promise<number> {
    // Evicting sealed work leaves no trace yet.
    if ((await this.sealedLeft()) > 0) return 0
    const unsent = this.#unsent()
    for (const operationId of await this.#heldForgotten()) this.#book.lost.add(operationId)
    this.close()
    this.#lock.forget()
    this.#machine.disk = new Disk()
    if (isWorkerFirst) await this.#openWorker()
    for (const { operationId } of unsent) this.#book.lost.add(operationId)
    this.mine.clear()
    const { device } = await this.open()
    const told = device.status.getState().evicted?.unsent ?? 0
    if (told !== unsent.length) throw new Error(`${unsent.length} were evicted, ${told} are told`)
    return unsent.length
  }

  /**
   * A person clears the site's data while windows are open: what they still have in memory goes back
   * to the disk, and the journal is gone.
   */
  async clearStorage(isWorkerFirst: boolean): Promise<void> {
    const { browser } = this.device.context
    if (!browser || this.#isEnding || (await this.sealedLeft()) > 0) return
    await this.#hear(this.device)
    const open = this.device.outbox.rows().filter(({ status }) => status !== 'acknowledged')
    const isGone = (operationId: string) => !open.some((row) => row.operationId === operationId)
    for (const operationId of (await this.#heldForgotten()).filter(isGone)) {
      this.#book.lost.add(operationId)
    }
    this.#damage.noteCleared([...this.mine].filter(isGone))
    await browser.keptSeals.clear()
    await clearDisk(this.device.context.door.database)
    if (isWorkerFirst) await this.#openWorker()
    await this.#loseHandles(open)
    this.#tally.add('cleared under open windows')
    if (open.some(({ status }) => status === 'waiting')) this.#tally.add('put back from memory')
  }

  /** Every window loses its handle of the disk, and writes back what the disk lacks of these rows. */
  async #loseHandles(rows: readonly OutboxRow[]): Promise<void> {
    for (const { device } of this.tabs) {
      device.context.door.database.close({ disableAutoOpen: false })
    }
    for (let turn = 0; turn < turnsToRevive; turn += 1) {
      const isMade = (await this.outboxId()) !== ''
      const here = new Set((await this.#adopt(this.device)).map(idOf))
      if (isMade && rows.every(({ operationId }) => here.has(operationId))) return
      await nextTurn()
    }
  }

  /**
   * The disk goes back to before `save` under the open window; a second window saves, and both are
   * closed once memory is back on the disk.
   */
  async turnBack(save: () => Promise<void>, saveElsewhere: () => Promise<void>): Promise<void> {
    if (this.tabs.length > 1) return
    const { door } = this.device.context
    const before = await door.within(({ meta }) => meta.get('outbox'))
    await save()
    const lost = this.device.outbox.rows().filter(({ status }) => status === 'waiting')
    await door.within(({ outbox, meta }) =>
      outbox.db.transaction('rw', outbox, meta, async () => {
        await outbox.bulkDelete(lost.map(({ place }) => place))
        if (before) await meta.put(before)
      }),
    )
    await this.open()
    await saveElsewhere()
    await this.#loseHandles(lost)
    this.close()
    this.lock()
    await this.open()
    this.#tally.add('turned the disk back')
  }

  /** The service worker makes the device's database, and knows neither rows nor cookies. */
  async #openWorker(): Promise<void> {
    const worker = openTab(this.#machine, this.#identity(), 'worker')
    await worker.device.ready
    worker.close()
  }

  /** Syncs, and gets an answer again that a cache has kept from before. */
  async syncStale(): Promise<void> {
    if (this.tabs.length === 0) return
    const state = await this.device.context.door.within(({ meta }) => meta.get('pull'))
    if (state?.key !== 'pull' || state.fetching) return
    this.network.isStale = true
    await this.sync()
    this.network.isStale = false
  }

  /** The disk loses one unsent row while the app is closed. */
  async loseRow(which: number): Promise<void> {
    if (this.#isEnding) return
    const { door } = this.device.context
    const row = await door.within((database) => this.#damage.loseRow(database, which))
    this.close()
    this.lock()
    if (row) this.mine.delete(row.operationId)
    if (row) this.#tally.add('lost a row')
    await this.open()
  }

  /** The disk loses one unsent row under an open window, which has it in memory. */
  async loseRowOpen(which: number): Promise<void> {
    if (this.tabs.length > 1) return
    const { door } = this.device.context
    const row = await door.within((database) => loseRow(database, which, this.#book.arrived))
    if (!row) return
    await this.sync()
    this.#tally.add('put a lost row back')
  }

  /** The disk loses one of the server's rows while the app is closed. */
  async damage(which: number): Promise<void> {
    if (this.#isEnding) return
    const { door } = this.device.context
    const isDamaged = await door.within((database) => this.#damage.losePart(database, which))
    this.close()
    this.lock()
    if (isDamaged) this.#tally.add('damaged')
    await this.open()
  }

  /** Until it has compared its rows with the server's, a damaged device shows what is left. */
  async isDamaged(): Promise<boolean> {
    if (this.tabs.length === 0) return false
    return this.device.context.door.within((database) => this.#damage.isOpen(database))
  }

  /** Whether nothing is damaged, or the next pull compares the rows by this device's clock. */
  async mayRepair(): Promise<boolean> {
    if (this.tabs.length === 0) return true
    const { door, now } = this.device.context
    return door.within((database) => this.#damage.mayRepair(database, now()))
  }

  async countLostNumbers(): Promise<{ least: number; most: number }> {
    return this.#damage.countLostNumbers(await this.outboxId())
  }

  /** Work that this device has as settled, by the book: it sends it again to a restored server. */
  mustHold(operationId: string, status: string): boolean {
    if (this.tabs.length === 0 || this.#isEnding || !this.mine.has(operationId)) return false
    return status === 'parked' || (status === 'applied' && this.#damage.isJournaled(operationId))
  }

  async outboxId(): Promise<string> {
    const meta = await this.device.context.door.within((database) => database.meta.get('outbox'))
    return meta?.key === 'outbox' ? meta.outboxId : ''
  }

  /** Kills a tab, or the browser with all its tabs, at one of the next effects of the work. */
  async crash(
    effects: number,
    { wholly }: { wholly: boolean },
    work: () => Promise<void>,
  ): Promise<Death | null> {
    const death = this.#machine.doom.plan(effects)
    const struck = await Promise.race([death, work()]).finally(() => this.#machine.doom.avert())
    if (!struck) return null
    this.#hasDied = true
    const dead = this.tabs.filter(({ life }) => life.isOver)
    for (const tab of wholly ? this.tabs : dead) tab.close()
    // A reload locks the till.
    this.lock()
    this.tabs = wholly ? [] : this.tabs.filter((tab) => !dead.includes(tab))
    if (this.#isEnding) {
      await this.#noteTouchedUnseen()
      return struck
    }
    if (this.tabs.length === 0) await this.open()
    await this.#noteTouched()
    await this.#noteLeft()
    this.#isCleared = await this.device.context.door.within(isCleared)
    return struck
  }

  /** Opens the app, under a person who may use it. */
  async attend(): Promise<void> {
    for (let time = 0; time < 8 && this.#isEnding && this.tabs.length === 0; time += 1) {
      if (!(await this.handOver())) continue
      const { isWithdrawn } = this.person
      return this.signIn(await (isWithdrawn ? this.#shop.anyone() : this.#shop.renew(this.person)))
    }
    if (this.tabs.length === 0) await this.open()
    await this.#hear(this.device)
  }

  /** Pushes from the windows already open; the next ones fetch what is new. */
  handIn(): Promise<void> {
    return this.settle(Number.NEGATIVE_INFINITY)
  }

  /** Syncs until all work is sent and everything up to this version is here. */
  async settle(version: number): Promise<void> {
    this.network.planned.length = 0
    await this.network.deliverLate()
    for (let round = 0; round < 12; round += 1) {
      await this.attend()
      if (this.isLockedTill) await this.unlock(round)
      if (await this.#isAtRest(version)) return
      await this.sync()
    }
    const { problem, pendingCount } = this.device.status.getState()
    const who = `${this.isTill ? 'till' : this.person.view}${this.isLockedTill ? ', locked' : ''}`
    const at = this.device.context.loader?.version
    throw new Error(
      `A device did not come to rest: ${who}, ${problem}, ${pendingCount} pending, at ${at} of ${version}, ${await this.sealedLeft()} sealed`,
    )
  }

  async #isAtRest(version: number): Promise<boolean> {
    const { outbox, status, context } = this.device
    const { problem, pendingCount } = status.getState()
    if (problem !== null || pendingCount > 0 || (context.loader?.version ?? -1) < version)
      return false
    if (version >= 0 && !(await this.#knowsServer(this.device))) return false
    if (outbox.rows().some((row) => row.status === 'acknowledged')) return false
    if (version >= 0 && (await this.isDamaged())) return false
    return (await this.sealedLeft()) === 0
  }

  /**
   * Held operations that a restored server lost; a device that leaves before it learns of that
   * forgets them.
   */
  async #heldForgotten(): Promise<string[]> {
    return (await this.heldForResending()).filter((id) => this.#book.forgotten.has(id))
  }

  /** Uses of coupons that this device has as applied. */
  async heldUses(): Promise<string[]> {
    if (this.tabs.length === 0) return []
    const journal = await this.device.context.door.within((database) => database.journal.toArray())
    return journal
      .flatMap(({ rows }) => rows)
      .filter(({ name, status }) => name === 'coupon.use' && status === 'acknowledged')
      .map(idOf)
  }

  /** Operations it can resend to a server that lost them. */
  async heldForResending(): Promise<string[]> {
    if (this.tabs.length === 0) return []
    const { door } = this.device.context
    const [journal, outbox] = await door.within((database) =>
      Promise.all([database.journal.toArray(), database.outbox.toArray()]),
    )
    const acknowledged = journal.flatMap(({ rows }) => rows)
    const here = [...acknowledged, ...outbox]
      .filter(({ status }) => ['acknowledged', 'parked', 'waiting'].includes(status))
      .map(idOf)
    const seals = await this.#seals()
    const kept = this.#kept.filter((each) => each.seals.every((id) => seals.has(id)))
    return [...here, ...kept.flatMap(({ operationIds }) => operationIds)]
  }

  /** Lists settled operations that this device holds in its journal or as parked. */
  async #heldSettled(): Promise<string[]> {
    return (await this.device.context.door.within(readSettled)).map(idOf)
  }

  /** A round without faults. @returns whether the server took everything, and knows who this is */
  async syncsWell(): Promise<boolean> {
    this.network.planned.length = 0
    await this.network.deliverLate()
    const [tab] = this.tabs
    await this.sync()
    if (this.#isEnding || this.tabs[0] !== tab) return false
    const { problem, pendingCount } = this.device.status.getState()
    return problem === null && pendingCount === 0
  }

  /** Whether it has the ticket for its outbox, and no seals of before. */
  async isReadyToSeal(): Promise<boolean> {
    const key = await this.device.context.door.within(({ meta }) => meta.get('sealKey'))
    return key?.key === 'sealKey' && (await this.sealedLeft()) === 0
  }

  async sealedLeft(): Promise<number> {
    return this.device.context.browser?.sealed.count() ?? 0
  }

  /** Until it learns of a restore, it shows the state of a server that no longer exists. */
  async #knowsServer({ context }: Device): Promise<boolean> {
    if (this.#shop.restoredAs === null) return true
    const state = await context.door.within((database) => database.meta.get('pull'))
    if (state?.key !== 'pull' || state.epoch !== this.#shop.restoredAs) return false
    // Another window asked the restored server, and this one has yet to read what it stored.
    if ((context.loader?.version ?? -1) > state.version) return false
    // Known from the first answer on, but the old rows are shown until everything has arrived.
    return !state.fetching || state.fetching.generation === state.generation
  }

  /**
   * Waits for rows that another tab just saved to arrive here, by message and from the disk. A tab
   * that died sent no message, so its rows appear at the next look at the disk.
   */
  async #hear(device: Device): Promise<void> {
    for (let turn = 0; turn < turnsToHear; turn += 1) {
      const rows = await this.#adopt(device)
      if (rows.every(({ operationId }) => device.outbox.get(operationId))) return
      await nextTurn()
    }
    if (this.#hasDied) await device.context.loader?.refreshOutbox()
    this.#hasDied = false
  }

  /**
   * Records what the screen shows, to be judged once all verdicts are known, unless it is of before
   * a restore or damaged.
   */
  async #lookIfTrue(device: Device): Promise<void> {
    if (!(await this.#knowsServer(device)) || (await this.isDamaged())) return
    const sight = lookAt(device, this.mine)
    if (sight) this.sights.push(sight)
  }

  #unsent(): Saved[] {
    return [...this.mine]
      .map((id) => this.#book.get(id))
      .filter(({ operationId }) => this.device.outbox.get(operationId)?.status === 'waiting')
  }

  has(statuses: OutboxRow['status'][]): boolean {
    return this.device.outbox.rows().some(({ status }) => statuses.includes(status))
  }

  #pick(which: number, statuses: OutboxRow['status'][]): Saved | undefined {
    const rows = this.device.outbox.rows().filter(({ status }) => statuses.includes(status))
    const row = rows.at(which % Math.max(1, rows.length))
    return row && this.#book.get(row.operationId)
  }

  /**
   * Rows that a discard would also remove: later, unsettled rows of this device, which another tab
   * may have saved.
   */
  async #dependents(operation: Saved): Promise<Saved[]> {
    const rows = await this.#adopt(this.device)
    const open = rows.filter(({ status }) => status === 'waiting' || status === 'refused')
    const openIds = new Set(open.map((row) => row.operationId))
    return this.#book.dependentsOf(operation).filter(({ operationId }) => openIds.has(operationId))
  }

  /** Marks operations as taken back if they are gone or withdrawn by now. */
  async #noteTouched(device = this.device): Promise<void> {
    const rows = await this.#adopt(device)
    for (const { operationId } of this.#touched.splice(0)) {
      const row = rows.find((each) => each.operationId === operationId)
      if (row !== undefined && row.status !== 'withdrawn') continue
      this.#book.takenBack.add(operationId)
      this.network.takenBack.add(operationId)
      // Another device may have it from a file, and it counts there.
      this.mine.delete(operationId)
    }
  }

  /** Work withdrawn too late that the screen shows as counting must count. */
  async #noteCounted(): Promise<void> {
    if (this.#book.takenBack.size === 0 || this.tabs.length === 0) return
    const journal = await this.device.context.door.within((database) => database.journal.toArray())
    for (const { operationId, status } of journal.flatMap(({ rows }) => rows)) {
      if (status !== 'acknowledged' || !this.#book.takenBack.has(operationId)) continue
      this.#book.takenBack.delete(operationId)
      this.network.takenBack.delete(operationId)
      this.mine.add(operationId)
      this.#tally.add('counts although it was taken back')
    }
  }

  /** The same without opening a window. */
  async #noteTouchedUnseen(): Promise<void> {
    const tab = openTab(this.#machine, this.#identity(), 'headless')
    await tab.device.ready
    await this.#noteTouched(tab.device)
    tab.close()
  }

  /** Reads the rows on the disk, whether or not this tab knows them. */
  async #adopt({ context }: Device): Promise<OutboxRow[]> {
    const rows = await context.door.within((database) => database.outbox.toArray())
    for (const row of rows) this.#adoptRow(row)
    return rows
  }

  /** Every row on the screen must match a request, as typed or as the contract normalizes it. */
  #adoptRow(row: OutboxRow): void {
    const { operationId } = row
    const payload = row.payload as Record<string, unknown>
    if (row.status !== 'withdrawn') this.mine.add(operationId)
    if (this.#book.operations.has(operationId)) return
    const again = this.#book.like(row.name, row.payload)
    const intent = this.#intent
    const isMeant =
      intent?.name === row.name &&
      Object.entries(tidied(intent, row.v)).every(
        ([field, value]) => JSON.stringify(payload[field]) === JSON.stringify(value),
      )
    if (!isMeant && !again) throw new Error(`Nobody asked for ${row.name} ${operationId}`)
    const chain = isMeant ? intent.chain : again?.chain
    const isPoison = isMeant ? intent.isPoison : again?.isPoison
    this.#book.add({
      operationId,
      name: row.name as OperationName,
      payload,
      ...this.#pressed,
      outboxId: row.outboxId,
      ...(chain && { chain }),
      ...(isPoison && { isPoison }),
    })
  }
}

/** As the outbox stores it: codes without dashes, names without invisible characters. */
function tidied({ name, payload }: { name: OperationName; payload: object }, v: number): object {
  const parsed = payloadSchema(name, v)?.safeParse(payload)
  return parsed?.success ? (parsed.data as object) : payload
}

function idOf({ operationId }: { operationId: string }): string {
  return operationId
}

async function isCleared({ meta }: DeviceDatabase): Promise<boolean> {
  const outbox = await meta.get('outbox')
  return outbox?.key !== 'outbox' || outbox.closed === true
}
