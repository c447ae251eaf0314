/**
 * The app's only fetch. It returns the server's answer, or throws its refusal (`CallRefused`) or
 * the lack of an answer (`NoAnswer`). `call.ts` and `visitor-call.ts` call it by a call's name.
 * Runs in windows and in the service worker.
 */

import { anySignal } from '#pwa/api/any-signal.ts'
import { proofHeaders } from '#pwa/api/call-proof.ts'
import { createEmitter } from '#pwa/api/emitter.ts'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { hearServerTime } from '#pwa/api/server-clock.ts'
import { ShownError } from '#pwa/api/shown-error.ts'
import { callTexts } from '#pwa/texts/call.ts'
import { waitOf } from '#pwa/texts/language.ts'
import type { Call } from '#schema/contract/calls/call.ts'
import { queryHeader } from '#schema/contract/query-header.ts'
import type { Problem } from '#schema/contract/refusal.ts'

/** The server answered and refused. `message` is the specification's: `409: ` and the body. */
export class CallRefused extends Error {
  readonly status: number
  readonly problem: Problem
  constructor(status: number, text: string, problem: Problem) {
    super(`${status}: ${text}`)
    this.status = status
    this.problem = problem
  }
  get code(): string {
    return this.problem.code
  }
}

/**
 * Our server did not answer: no network, a timeout, a captive portal, a proxy's page. The cause is
 * the response if another server gave one.
 */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The server did not answer', { cause })
  }
}

/** A proxy between this device and our server answered 413. A smaller request may still pass. */
export class IntermediaryRefused extends NoAnswer {}

export interface RequestOptions {
  params?: Record<string, string>
  body?: unknown
  /** For a picture, or a body compressed before: sent as is, with its own content type. */
  picture?: Blob
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  timeoutMs?: number
  signal?: AbortSignal
  /** 'low' for background requests. */
  priority?: RequestPriority
  /** The fetch to use; tests pass their own. */
  fetch?: typeof fetch
}

/** Our server sets this header in every answer; a captive portal does not. */
const serverHeader = 'regulars-api'
const patienceMs = 15_000

/** @throws CallRefused if the server refused, NoAnswer if our server did not answer */
export async function request(
  entry: Pick<Call, 'method' | 'path'>,
  options: RequestOptions = {},
): Promise<unknown> {
  try {
    return await requestOnce(entry, options)
  } catch (error) {
    // This refusal has just brought the server's time.
    if (!(error instanceof CallRefused) || error.code !== 'till_clock') throw error
    return requestOnce(entry, options)
  }
}

async function requestOnce(
  entry: Pick<Call, 'method' | 'path'>,
  options: RequestOptions,
): Promise<unknown> {
  const address = addressOf(entry.path, options)
  const headers: Record<string, string> = {
    ...proofHeaders(entry.method, address),
    ...headersOf(options.query?.q),
    ...options.headers,
  }
  const init: RequestInit = {
    method: entry.method,
    headers,
    // No cache keeps a POST, and browsers add two headers to each call for this mode.
    ...(entry.method === 'GET' && { cache: 'no-store' }),
    // The server reads no Referer, and a day's calls repeat it a thousand times.
    referrerPolicy: 'no-referrer',
    priority: options.priority ?? 'auto',
    signal: withTimeout(options.signal, options.timeoutMs ?? patienceMs),
  }
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(options.body)
  } else if (options.picture) {
    headers['Content-Type'] = options.picture.type
    init.body = options.picture
  }
  const by = options.fetch ?? fetch
  const { response, text } = await send(address, init, by).catch((error: unknown) => {
    if (!options.signal?.aborted) silence.emit()
    throw error
  })
  if (response.ok) return parseOr(text, (cause) => new NoAnswer(cause))
  const refusal = refusalOf(response, text)
  if (refusal.code === 'till_locked') locked.emit()
  throw refusal
}

const answers = createEmitter<[Headers]>()
const silence = createEmitter()
const locked = createEmitter()

/** Calls the listener at every answer or refusal below 500: the server can be reached. */
export const onAnswer = answers.listen

/** Calls the listener when a request got no answer and its caller had not aborted it. */
export const onSilence = silence.listen

/** Calls the listener when the server says that this till is locked. */
export const onTillLocked = locked.listen

async function send(address: string, init: RequestInit, by: typeof fetch) {
  try {
    const sentAt = Date.now()
    const response = await by(address, init)
    const isOurs = response.headers.has(serverHeader)
    if (isOurs) hearServerTime(response.headers, sentAt)
    const text = await response.text()
    if (!isOurs) throw new (response.status === 413 ? IntermediaryRefused : NoAnswer)(response)
    if (response.status < 500) answers.emit(response.headers)
    return { response, text }
  } catch (cause) {
    throw cause instanceof NoAnswer ? cause : new NoAnswer(cause)
  }
}

function addressOf(path: string, options: Pick<RequestOptions, 'params' | 'query'>): string {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (key !== 'q' && value !== undefined && value !== '') query.set(key, String(value))
  }
  const text = query.toString()
  return text ? `${filled}?${text}` : filled
}

/** Sends search words in a header, because proxies log addresses. */
function headersOf(words: string | number | undefined): Record<string, string> {
  if (words === undefined || words === '') return {}
  return { [queryHeader]: String(new URLSearchParams({ q: String(words) })) }
}

function refusalOf(response: Response, text: string): CallRefused {
  const problem = parseOr(text, () => null) as Problem | null
  return new CallRefused(
    response.status,
    text || response.statusText,
    problem?.code
      ? problem
      : {
          type: 'about:blank',
          title: response.statusText,
          status: response.status,
          code: 'internal',
          // The server sent no readable message: screens use their own fallback.
          message: '',
          requestId: response.headers.get('x-request-id') ?? '',
        },
  )
}

function parseOr(text: string, otherwise: (cause: unknown) => Error | null): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const error = otherwise(cause)
    if (error) throw error
    return null
  }
}

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? anySignal([signal, timeout]) : timeout
}

/** The sentence to show for any failure, without status codes or JSON. */
export function sentenceOf(error: unknown, fallback: string): string {
  if (error instanceof CallRefused) {
    const { message, retryAfterSeconds } = error.problem
    if (!message) return fallback
    if (error.code === 'too_many' && retryAfterSeconds) {
      return callTexts.tooMany(waitOf(retryAfterSeconds))
    }
    return refusalSentence(error.code, message)
  }
  if (error instanceof IntermediaryRefused) return callTexts.intermediary
  if (error instanceof NoAnswer) return callTexts.noConnection
  if (error instanceof ShownError) return error.sentence
  return fallback
}
