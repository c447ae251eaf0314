/**
 * Runs devices against a pretend server under random work, faults and crashes. Saved work ends
 * exactly once: applied, or refused or parked and visible. Withdrawn or edited work never counts
 * twice. At rest every device equals the server.
 */
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Device } from '#pwa/sync/create-device.ts'
import type { Step } from '#pwa/sync/sync-context.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer, refuse } from '#tests/support/pretend-server.ts'

const steps: Step[] = [
  'perform:asked',
  'perform:written',
  'push:chosen',
  'push:answered',
  'push:settled',
  'pull:asked',
  'pull:answered',
  'pull:stored',
]
const faults = ['none', 'lost', 'answerLost', 'doubled', 'late', 'busy', 'poison'] as const

type Fault = (typeof faults)[number]
const seat = { seat: fc.nat(3) }
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('ask' as const), ...seat, fate: fc.nat(9) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      ...seat,
      fault: fc.constantFrom(...faults),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      ...seat,
      step: fc.constantFrom(...steps),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('discard' as const), ...seat, which: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('edit' as const), ...seat, which: fc.nat(20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('retry' as const), ...seat, which: fc.nat(20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'change' as const,
        'forget' as const,
        'decide' as const,
        'together' as const,
      ),
      ...seat,
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

class World {
  readonly server = new PretendServer()
  /** Two browsers with two tabs each. */
  readonly installations = [new Installation(), new Installation()]
  readonly devices: Device[] = []
  readonly saved = new Set<string>()
  readonly effectsByPurchase = new Map<string, number>()
  readonly late: (() => Promise<unknown>)[] = []
  fault: Fault = 'none'
  crashAt: Step | null = null

  constructor() {
    this.server.pageRows = 3
    this.server.judge = ({ payload }) => {
      const { purchaseId, note } = payload as { purchaseId: string; note: string }
      if (note === '0') return { status: 'refused', code: 'member_erased' }
      if (note === '1') return { status: 'parked', code: 'business_paused' }
      this.effectsByPurchase.set(purchaseId, (this.effectsByPurchase.get(purchaseId) ?? 0) + 1)
      return { status: 'applied', rows: [{ table: 'purchase', row: { id: purchaseId } }] }
    }
  }

  async open(seat: number): Promise<Device> {
    const installation = this.installations[seat % 2] as Installation
    this.devices[seat]?.close()
    const device = installation.open({
      fetch: (input, init) => this.fetch(input, init),
      locks: null,
      step: (step) => {
        if (this.crashAt !== step) return
        device.close()
        throw new Error('crash')
      },
    })
    this.devices[seat] = device
    await device.ready
    return device
  }

  fetch: typeof fetch = async (input, init) => {
    const { fault } = this
    if (fault === 'lost') throw new TypeError('network')
    if (fault === 'busy' && init?.body) return refuse(503, 'unavailable')
    if (fault === 'poison' && String(init?.body).includes('"note":"2"')) {
      return refuse(400, 'validation_failed')
    }
    if (fault === 'late') {
      this.late.push(() => this.server.fetch(input, init))
      throw new TypeError('network')
    }
    const answer = await this.server.fetch(input, init)
    if (fault === 'doubled') await this.server.fetch(input, init)
    if (fault === 'answerLost') throw new TypeError('network')
    return answer
  }

  async act(action: Action) {
    const device = this.devices[action.seat] as Device
    const pick = (which: number) => {
      const rows = device.outbox.rows().filter((row) => row.status !== 'withdrawn')
      return rows[which % Math.max(1, rows.length)]?.operationId ?? ''
    }
    if (action.do === 'ask') {
      const row = await device.perform('purchase.record', this.purchase(action.fate))
      this.saved.add(row.operationId)
    } else if (action.do === 'sync') {
      this.fault = action.fault
      await device.sync()
      this.fault = 'none'
    } else if (action.do === 'crash') {
      this.crashAt = action.step
      const asked = device.perform('purchase.record', this.purchase(5))
      await asked.then((row) => this.saved.add(row.operationId)).catch(() => undefined)
      await device.sync().catch(() => undefined)
      this.crashAt = null
      await this.open(action.seat)
    } else if (action.do === 'discard') {
      await device.discard(pick(action.which), { withDependents: true }).catch(ignoreTooLate)
    } else if (action.do === 'edit') {
      const row = device.outbox.get(pick(action.which))
      if (!row) return
      const payload = { ...(row.payload as ReturnType<World['purchase']>), note: '7' }
      await device.edit(row.operationId, 'purchase.record', payload).catch(ignoreTooLate)
    } else if (action.do === 'retry') {
      await device.retry(pick(action.which)).catch(ignoreTooLate)
    } else if (action.do === 'change') {
      const [first] = this.server.rows('reward')
      if (first && this.server.version % 2) this.server.remove('reward', first.id)
      else this.server.put('reward', { id: v7() })
    } else if (action.do === 'forget') {
      this.server.minVersion = this.server.version
    } else if (action.do === 'decide') {
      for (const [id, verdict] of this.server.verdicts) {
        if (verdict.status === 'parked') this.server.decide(id, 'applied')
      }
    } else if (action.do === 'together') {
      await Promise.all(this.devices.map((each) => each.sync()))
    }
  }

  purchase(fate: number) {
    return { purchaseId: v7(), memberId: v7(), amount: '12.50', note: String(fate) }
  }

  async rest() {
    for (const send of this.late) await send()
    for (let round = 0; round < 3; round += 1) {
      for (const device of this.devices) expect((await device.sync()).problem).toBe(null)
    }
  }
}

function ignoreTooLate(error: unknown) {
  if (!(error instanceof Error) || error.name !== 'TooLate') throw error
}

async function holdsFor(actions: readonly Action[]) {
  const world = new World()
  for (const seat of [0, 1, 2, 3]) await world.open(seat)
  for (const action of actions) await world.act(action)
  await world.rest()

  for (const [id, count] of world.server.effects) expect(`${id} ${count}`).toBe(`${id} 1`)
  for (const [id, count] of world.effectsByPurchase) expect(`${id} ${count}`).toBe(`${id} 1`)
  for (const seat of [0, 1]) {
    const device = await world.open(seat)
    expect(device.status.getState().missing).toBe(0)
    for (const table of ['purchase', 'reward'] as const) {
      const known = [...device.records.rows(table)].map((row) => row.id).sort()
      expect(known).toEqual(
        world.server
          .rows(table)
          .map((row) => row.id)
          .sort(),
      )
    }
    const inMemory = world.devices[seat + 2] as Device
    for (const row of device.outbox.rows()) expect(row.status).toMatch(/parked|refused/)
    expect(inMemory.records.count('purchase')).toBe(device.records.count('purchase'))
  }
  for (const id of world.saved) {
    const verdict = world.server.verdicts.get(id)
    if (verdict?.status === 'applied' || verdict?.status === 'discarded') continue
    const isVisible = world.devices.some((device) => device.outbox.get(id))
    const isPutAway = verdict?.status === 'refused' || verdict?.status === 'parked'
    expect(isVisible || isPutAway).toBe(true)
    if (verdict?.status === 'parked') expect(isVisible).toBe(true)
  }
}

test('saved work ends exactly once and all devices agree, under any fault', async () => {
  const runs = Number(process.env.MODEL_RUNS ?? 60)
  const seed = process.env.MODEL_SEED ? { seed: Number(process.env.MODEL_SEED) } : {}
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), holdsFor), {
    numRuns: runs,
    ...seed,
  })
}, 600_000)
