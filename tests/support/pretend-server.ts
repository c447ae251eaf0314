/**
 * For tests only: a small in-memory server side of docs/sync-protocol.md. It keeps the guarantees
 * that the device relies on: verdict with effect, known ids, missing numbers, one version per
 * change, snapshots fixed at their start.
 */
import { sumRows } from '#schema/contract/checksum.ts'
import {
  type Checksum,
  type DeviceTable,
  type PushRequest,
  tableNames,
  type Verdict,
} from '#schema/contract/sync.ts'

interface Kept {
  table: DeviceTable
  id: string
  version: number
  row: { id: string; version: number } | null
}

export type Judge = (operation: PushRequest['operations'][number]) => {
  status: 'applied' | 'refused' | 'parked'
  code?: string
  result?: Record<string, unknown>
  rows?: { table: DeviceTable; row: { id: string } }[]
}

export class PretendServer {
  version = 0
  epoch = 'one'
  minVersion = 0
  pageRows = 1000
  /** Whether the answer to a push brings the pull, as a server's does unless that pull fails. */
  brings = true
  /** How many times each operation took effect; the invariant is one. */
  readonly effects = new Map<string, number>()
  readonly verdicts = new Map<string, Verdict>()
  readonly expected = new Map<string, number>()
  readonly #missing = new Map<string, Set<number>>()
  readonly requests: { path: string; body: PushRequest | null }[] = []
  judge: Judge = (operation) => ({
    status: 'applied',
    rows: [{ table: 'purchase', row: { id: operation.operationId } }],
  })
  readonly #rows = new Map<string, Kept>()
  readonly #late: Verdict[] = []
  readonly #payloads = new Map<string, string>()

  put(table: DeviceTable, ...rows: { id: string }[]) {
    this.version += 1
    for (const row of rows) this.#keep(table, row.id, row)
  }

  remove(table: DeviceTable, id: string) {
    this.version += 1
    this.#keep(table, id, null)
  }

  /** Issues the final verdict of a parked operation. */
  decide(operationId: string, status: 'applied' | 'refused') {
    this.version += 1
    if (status === 'applied') this.#count(operationId)
    const verdict: Verdict = { operationId, status, version: this.version }
    this.verdicts.set(operationId, verdict)
    this.#late.push(verdict)
  }

  rows(table: DeviceTable): { id: string }[] {
    return [...this.#rows.values()]
      .filter((kept) => kept.table === table && kept.row !== null)
      .flatMap((kept) => kept.row ?? [])
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input), 'http://pretend')
    const body = init?.body ? (JSON.parse(String(init.body)) as PushRequest) : null
    this.requests.push({ path: url.pathname, body })
    if (url.pathname === '/api/sync/push' && body) return this.#push(body)
    return this.#pull(url.searchParams)
  }

  async #push({ outboxId, settledSeq, cursor, operations }: PushRequest): Promise<Response> {
    const missing = this.#missing.get(outboxId) ?? new Set()
    let expected = this.expected.get(outboxId) ?? 1
    if ((settledSeq ?? 0) >= expected) return refuse(409, 'must_refetch')
    const verdicts = operations.map((operation) => this.#judge(operation))
    for (const { seq } of operations) {
      for (; expected < seq; expected += 1) if (settledSeq !== undefined) missing.add(expected)
      expected = Math.max(expected, seq + 1)
      missing.delete(seq)
    }
    this.expected.set(outboxId, expected)
    this.#missing.set(outboxId, missing)
    const numbers = { expected, missing: missing.size, skewMs: 0 }
    const asked = this.brings && cursor && new URLSearchParams({ cursor, parked: 'none' })
    const pulled = asked ? this.#pull(asked) : null
    const brought = pulled?.ok ? { pull: await pulled.json() } : {}
    return answer({ epoch: this.epoch, verdicts, ...numbers, ...brought })
  }

  #judge(operation: PushRequest['operations'][number]): Verdict {
    const { operationId } = operation
    const known = this.verdicts.get(operationId)
    const text = JSON.stringify(operation.payload)
    if (known && this.#payloads.get(operationId) !== text) {
      return { ...known, status: 'refused', code: 'key_reused' }
    }
    if (known) return known
    this.#payloads.set(operationId, text)
    this.version += 1
    const judged = this.#undone(operation) ?? this.judge(operation)
    if ('rows' in judged && judged.status === 'applied') {
      this.#count(operationId)
      for (const { table, row } of judged.rows ?? []) this.#keep(table, row.id, row)
    }
    const told = 'code' in judged ? { code: judged.code, message: null } : {}
    const result = 'result' in judged ? (judged.result ?? null) : null
    const verdict = { operationId, status: judged.status, version: this.version, result, ...told }
    this.verdicts.set(operationId, verdict)
    return verdict
  }

  /** The verdict of a late edit or a discarded operation, if it is one. */
  #undone({ replaces = '', discarded }: PushRequest['operations'][number]) {
    const { status, code } = this.verdicts.get(replaces) ?? {}
    if (status === 'applied' || status === 'parked' || code === 'already_saved') {
      return { status: 'refused' as const, code: 'already_saved' }
    }
    return discarded ? { status: 'discarded' as const } : null
  }

  #count(operationId: string) {
    this.effects.set(operationId, (this.effects.get(operationId) ?? 0) + 1)
  }

  #keep(table: DeviceTable, id: string, row: { id: string } | null) {
    const { version } = this
    this.#rows.set(`${table} ${id}`, { table, id, version, row: row && { ...row, version } })
  }

  #checksum(): Checksum {
    const since = '1970-01-01T00:00:00.000Z'
    const tables = tableNames.map((table) => [
      table,
      sumRows(table, this.rows(table) as never[], since),
    ])
    return { since, tables: Object.fromEntries(tables) }
  }

  /**
   * The verdicts of the named operations; for a request that names none, of all that were parked.
   */
  #ends(parked: string | null, after: number, until: number): Verdict[] {
    if (parked === null) {
      return this.#late.filter(({ version }) => version > after && version <= until)
    }
    return parked
      .split(',')
      .flatMap((id) => this.verdicts.get(id) ?? [])
      .filter(({ status, version }) => status !== 'parked' && version <= until)
  }

  /**
   * Cursor: 'from
   * to
   * last key
   * kind'. A snapshot is ordered by id, changes by version and id.
   */
  #pull(query: URLSearchParams): Response {
    const cursor = query.get('cursor')
    const [from = '0', to = '', last = '', kind = ''] = (cursor ?? '').split('|')
    const isKnown = Number(from) >= this.minVersion && Number(from) <= this.version
    if (cursor && kind === 'changes' && !isKnown) {
      return refuse(409, 'must_refetch')
    }
    const isSnapshot = cursor === null || kind === 'snapshot'
    const until = to === '' ? this.version : Number(to)
    const after = isSnapshot ? 0 : Number(from)
    const keyOf = (kept: Kept) =>
      isSnapshot ? kept.id : `${String(kept.version).padStart(9, '0')} ${kept.id}`
    const all = [...this.#rows.values()]
      .filter((kept) => (isSnapshot ? kept.row : kept.version > after))
      .filter((kept) => kept.version <= until)
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    const left = all.filter((kept) => keyOf(kept) > last)
    const page = left.slice(0, this.pageRows)
    const more = page.length < left.length
    const lastKey = page.map(keyOf).pop() ?? ''
    const rows: Partial<Record<DeviceTable, unknown[]>> = {}
    for (const { table, row } of page) if (row) rows[table] = [...(rows[table] ?? []), row]
    return answer({
      epoch: this.epoch,
      cursor: more
        ? `${after}|${until}|${lastKey}|${isSnapshot ? 'snapshot' : 'changes'}`
        : `${until}|||changes`,
      version: until,
      view: 'owner',
      kind: isSnapshot ? 'snapshot' : 'changes',
      more,
      progress: isSnapshot
        ? { rows: all.length - left.length + page.length, total: all.length }
        : null,
      rows,
      tombstones: page.filter((kept) => !kept.row).map(({ table, id }) => ({ table, id })),
      verdicts: this.#ends(query.get('parked'), after, until),
      checksum: query.get('check') && !more ? this.#checksum() : null,
    })
  }
}

function answer(content: unknown): Response {
  return new Response(JSON.stringify(content), { headers: { 'regulars-api': '1' } })
}

export function refuse(status: number, code: string, more: object = {}): Response {
  const problem = { type: 'about:blank', title: code, status, code, message: code, requestId: '' }
  return new Response(JSON.stringify({ ...problem, ...more }), {
    status,
    headers: { 'regulars-api': '1' },
  })
}
