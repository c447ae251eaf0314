/**
 * A network that fails on command, one fault per request: lost on the way there or back, sent
 * twice, cut, answered by another host, delayed past its own retry, or with the server or its
 * database dying in the middle. Records whatever reaches the server.
 */
import type { PullAnswer, PushAnswer, PushRequest } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Book, Saved } from './book.ts'
import { isSlow, isStuck } from './stuck.ts'
import type { Tally } from './tally.ts'
import { ask } from './wire.ts'

export const faults = [
  'none',
  'requestLost',
  'answerLost',
  'doubled',
  'cut',
  'captivePortal',
  'proxyError',
  'proxyTooLarge',
  'late',
  'serverDies',
  'databaseDies',
  'forged',
] as const
export type Fault = (typeof faults)[number]

/** Ways the server can die while it works on a request. */
export interface Dying {
  server(): Promise<void>
  database(): Promise<void>
}

export class FaultyNetwork {
  readonly #url: string
  readonly #dying: Dying
  readonly #tally: Tally
  readonly #book: Book
  /** The signed-in person's cookie. */
  cookie = ''
  /** Operations taken back here in time: from here they may only be sent as discarded. */
  readonly takenBack = new Set<string>()
  /** Used up one per request; afterwards the network works. */
  readonly planned: Fault[] = []
  readonly #late: (() => Promise<unknown>)[] = []
  /** How far this device's clock is ahead. */
  skewMs = 0
  /** How many days have passed in this schedule. */
  passedMs = 0
  /** On a till: the header that proves who works it. */
  proofOf: (method: string, path: string, at: number) => Record<string, string> = () => ({})
  /** The next pull gets an older answer, as from a cache or a server that lags behind. */
  isStale = false
  /** The changes that pulls brought. */
  readonly #pulled: { cookie: string; version: number; text: string; answer: Response }[] = []
  #epoch = ''
  /** The server refused to send rows: the till locks. */
  isToldLocked = false

  constructor(of: { url: string; dying: Dying; tally: Tally; book: Book }) {
    this.#url = of.url
    this.#dying = of.dying
    this.#tally = of.tally
    this.#book = of.book
  }

  readonly fetch: typeof fetch = async (address, given = {}) => {
    const init = await unpacked(given)
    const answer = await this.#send(String(address), init)
    await this.#tell(String(address), init, answer)
    return answer
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const { cookie } = this
    this.#judge(path, init)
    const older = this.#olderAnswer(path)
    if (older) return older
    const send = async () => {
      this.#note(path, init)
      const [bare = ''] = path.split('?')
      return ask(this.#url + path, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          ...this.proofOf(init.method ?? 'GET', bare, Date.now() + this.passedMs),
          ...(cookie && { Cookie: cookie }),
          'Sec-Fetch-Site': 'same-origin',
        },
      })
    }
    const fault = this.#plannedFor(path, init)
    this.#tally.fault(fault)
    switch (fault) {
      case 'requestLost':
        throw new TypeError('request lost')
      case 'answerLost':
        await send()
        throw new TypeError('answer lost')
      case 'doubled': {
        const [, second] = await Promise.all([send(), send()])
        return second
      }
      case 'cut': {
        const response = await send()
        const text = await response.text()
        return new Response(text.slice(0, text.length / 2), response)
      }
      case 'forged': {
        const response = await send()
        if (response.ok) await this.#repeatForged(path, init)
        return response
      }
      case 'captivePortal':
        return new Response('<html>Welcome to the Wi-Fi</html>', {
          headers: { 'Content-Type': 'text/html' },
        })
      case 'proxyError':
        return new Response('Bad Gateway', { status: 502 })
      case 'proxyTooLarge':
        return new Response('Too large', { status: 413 })
      case 'late':
        this.#late.push(send)
        throw new TypeError('timed out')
      case 'serverDies':
      case 'databaseDies': {
        const die = fault === 'serverDies' ? this.#dying.server : this.#dying.database
        const [answer] = await Promise.allSettled([send(), die()])
        if (answer.status === 'fulfilled') return answer.value
        throw answer.reason
      }
      default: {
        const response = await send()
        await this.deliverLate()
        return response
      }
    }
  }

  /** A proxy only rejects batches that can be split, so it keeps that fault for the next one. */
  #plannedFor(path: string, init: RequestInit): Fault {
    const fault = this.planned.shift() ?? 'none'
    const isSmall = (pushOf(path, init)?.operations.length ?? 0) < 2
    if (fault !== 'proxyTooLarge' || !isSmall) return fault
    this.planned.push(fault)
    return 'none'
  }

  /** Repeats known ids with other content, which must be refused without effect. */
  async #repeatForged(path: string, init: RequestInit): Promise<void> {
    const push = pushOf(path, init)
    const [first] = push?.operations ?? []
    if (!push || !first || first.discarded) return
    const words = first.payload as Record<string, unknown>
    if (!words.memberId) return
    const payload = { ...words, memberId: newId() }
    const body = JSON.stringify({ ...push, operations: [{ ...first, payload }] })
    const headers = { ...(init.headers as Record<string, string>), Cookie: this.cookie }
    const answer = await ask(this.#url + path, {
      ...init,
      body,
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    }).catch(() => null)
    const told = answer?.ok ? ((await answer.json()) as PushAnswer).verdicts[0] : null
    if (told && told.code !== 'key_reused') {
      this.#book.broken.push(`Other words under a known id were ${told.status} ${told.code}`)
    }
  }

  #judge(path: string, init: RequestInit): void {
    for (const { operationId, name, discarded } of pushOf(path, init)?.operations ?? []) {
      if (!discarded && this.takenBack.has(operationId)) {
        this.#book.broken.push(`${name} ${operationId} was taken back, and goes out to be done`)
      }
    }
  }

  #note(path: string, init: RequestInit): void {
    const push = pushOf(path, init)
    if (!push) return
    this.#tally.batch(push.operations.length)
    this.#book.pushes.set(push.outboxId, (this.#book.pushes.get(push.outboxId) ?? 0) + 1)
    for (const { operationId, discarded } of push.operations) {
      if (!discarded) this.#book.arrived.add(operationId)
      const skews = this.#book.skews.get(operationId) ?? new Set()
      this.#book.skews.set(operationId, skews.add(this.skewMs))
    }
  }

  /** Records the answers a device got, for the report. */
  async #tell(path: string, init: RequestInit, answer: Response): Promise<void> {
    const [, call] = /^\/api\/sync\/(push|pull|sealed)\b/.exec(path) ?? []
    if (!call) return
    const sent = pushOf(path, init)?.operations.length ?? 0
    if ([400, 413].includes(answer.status) && sent > 1) this.#tally.add('batch to be halved')
    const body = await answer
      .clone()
      .json()
      .catch(() => null)
    if (!body) return
    this.#hearEpoch(body)
    // The device learned that it counts although it was taken back: a restore brings it back.
    for (const { operationId, status } of (body as Partial<PushAnswer>).verdicts ?? []) {
      if (status === 'applied' || status === 'parked') this.takenBack.delete(operationId)
    }
    if (call === 'push') {
      if (answer.ok) this.#noteNumbers(pushOf(path, init))
      for (const { operationId, status, code } of (body as Partial<PushAnswer>).verdicts ?? []) {
        this.#tally.add(status === 'parked' ? `parked ${code}` : `verdict ${status}`)
        if (status === 'parked') {
          const reasons = this.#book.parkedAs.get(operationId) ?? new Set()
          this.#book.parkedAs.set(operationId, reasons.add(String(code)))
        }
        if (code === 'staff_unproved') this.#book.unproved.set(operationId, this.passedMs)
        const saved = this.#book.operations.get(operationId)
        if (code === 'server_error' && saved && !this.#mayTimeOut(saved)) {
          this.#book.broken.push(`${saved.name} ${operationId} failed on the server`)
        }
      }
    }
    if (call === 'pull' && body.more) this.#tally.add('pull of several answers')
    if (call === 'pull' && answer.ok) this.#keepPulled(body, answer)
    if (call === 'sealed' && answer.ok) this.#tally.add('seal handed in')
    if (!answer.ok && body.code) this.#tally.add(`told ${body.code}`)
    if (body.code === 'till_locked') this.isToldLocked = true
  }

  /** Answers of before a restore are another server's. */
  #hearEpoch({ epoch = this.#epoch }: Partial<PullAnswer>): void {
    if (epoch !== this.#epoch) this.#pulled.length = 0
    this.#epoch = epoch
  }

  #keepPulled(body: PullAnswer, answer: Response): void {
    if (body.kind !== 'changes' || body.more || Object.keys(body.rows).length === 0) return
    const { version } = body
    this.#pulled.push({ cookie: this.cookie, version, text: JSON.stringify(body), answer })
  }

  /** @returns an answer from before the version that this pull asks from, if it shall get one */
  #olderAnswer(path: string): Response | null {
    const [, version] = /^\/api\/sync\/pull\?.*cursor=c1_[a-z]+_(\d+)_/.exec(path) ?? []
    const older = this.#pulled.find(
      (each) => each.cookie === this.cookie && each.version < Number(version),
    )
    if (!this.isStale || !older) return null
    this.isStale = false
    this.#tally.add('told an older answer')
    return new Response(older.text, older.answer)
  }

  #noteNumbers(push: PushRequest | null): void {
    const { lastSeq } = this.#book
    for (const { seq } of push?.operations ?? []) {
      const outboxId = push?.outboxId ?? ''
      lastSeq.set(outboxId, Math.max(seq, lastSeq.get(outboxId) ?? 0))
    }
  }

  /** A slow purchase ends as well if it is suspected beside one that always times out. */
  #mayTimeOut(saved: Saved): boolean {
    return isStuck(saved) || (isSlow(saved) && [...this.#book.operations.values()].some(isStuck))
  }

  /** Delivers requests that were delayed past their retry. */
  async deliverLate(): Promise<void> {
    await Promise.all(this.#late.splice(0).map((send) => send().catch(() => undefined)))
  }
}

/** A push is compressed once the server says that it reads these; the faults look into it. */
async function unpacked(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof Blob)) return init
  const plain = init.body.stream().pipeThrough(new DecompressionStream('gzip'))
  const { 'Content-Encoding': _, ...headers } = init.headers as Record<string, string>
  const body = await new Response(plain).text()
  return { ...init, body, headers: { ...headers, 'Content-Type': 'application/json' } }
}

function pushOf(path: string, init: RequestInit): PushRequest | null {
  return path.endsWith('/api/sync/push') ? JSON.parse(String(init.body)) : null
}
