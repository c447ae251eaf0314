/** Calls like a browser's: same-site headers, a cookie jar, JSON in and out. */
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { type CallAnswer, type CallName, callEntry } from '#schema/contract/api.ts'
import type { Problem } from '#schema/contract/refusal.ts'
import { provedCallText, staffHeader } from '#schema/contract/till.ts'
import { toOpenApi } from '#sync-server/http/openapi.ts'
import { testPassword } from '#tests/support/run.ts'

export interface Answered<Body = unknown> {
  status: number
  body: Body
  headers: Headers
}

const answers = new Map(
  Object.values(toOpenApi('http://localhost').paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => [operationId, responses]),
)
const checks = new Map<string, z.ZodType>()

/** Checks every answer in every test against the API reference, field by field. */
function requireDocumented(name: CallName, { status, body }: Answered): void {
  const schema = answers.get(name)?.[status]?.content?.['application/json']?.schema
  if (!schema) return
  const check = checks.get(name) ?? z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)
  checks.set(name, check)
  const { error } = check.safeParse(body)
  if (error) throw new Error(`${name} answered what is not documented: ${z.prettifyError(error)}`)
}

export class TestBrowser {
  readonly url: string
  /** The session cookie. */
  cookie = ''
  /** The device cookie. */
  device = ''
  /** The person who unlocked it, if it is a till. */
  staff: { id: string; key: Uint8Array } | null = null

  constructor(url: string) {
    this.url = url
  }

  /** The header with which an unlocked till proves each call. */
  proofOf(method: string, path: string, at = Date.now()): Record<string, string> {
    if (!this.staff) return {}
    const { pathname } = new URL(path, this.url)
    const text = provedCallText({ method, path: pathname, at })
    const proof = createHmac('sha256', this.staff.key).update(text).digest('base64url')
    return { [staffHeader]: `${this.staff.id}.${at}.${proof}` }
  }

  async send(
    method: string,
    path: string,
    {
      body,
      headers = {},
      signal,
    }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Answered<never>> {
    const response = await fetch(this.url + path, {
      method,
      ...(signal && { signal }),
      headers: {
        Accept: 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        ...((this.cookie || this.device) && {
          Cookie: [this.cookie, this.device].filter(Boolean).join('; '),
        }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...this.proofOf(method, path),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const kept = pair.endsWith('=') ? '' : pair
      if (/^(__Host-)?device=/.test(pair)) this.device = kept
      else this.cookie = kept
    }
    // A stream never ends, so don't wait for it.
    const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      body: (isJson && text ? JSON.parse(text) : text) as never,
      headers: response.headers,
    }
  }

  /** Makes a call of the catalog; the answer has its documented shape, or is a problem. */
  async call<Name extends CallName>(
    name: Name,
    options: {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
      headers?: Record<string, string>
    } = {},
  ): Promise<Answered<CallAnswer<Name> & Omit<Problem, 'status'>>> {
    const { method, path } = callEntry(name)
    const filled = path.replace(/:([a-zA-Z]+)/g, (_, key: string) =>
      encodeURIComponent(options.params?.[key] ?? ''),
    )
    const query = options.query ? `?${new URLSearchParams(options.query)}` : ''
    const answer = await this.send(method, filled + query, options)
    requireDocumented(name, answer)
    return answer
  }

  async signIn(email: string, password = testPassword): Promise<this> {
    const answer = await this.call('auth.login', { body: { email, password } })
    if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`)
    return this
  }
}
