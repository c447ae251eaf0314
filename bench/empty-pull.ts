/** An empty pull, a till's most frequent call, at 1,000 and at 100,000 customers. */
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'
import type { Figure } from './figure.ts'
import { percentile, spanMs } from './measure.ts'

const few = 1_000
const many = 100_000
const pulls = 300

export async function measureEmptyPull(): Promise<Figure[]> {
  const running = await startTestServer()
  try {
    const openDevice = async (customers: number) => {
      const { businessId, ownerEmail } = await createTestBusiness(running)
      await fillCustomers(running, businessId, customers)
      const device = new TestDevice(await new TestBrowser(running.url).signIn(ownerEmail))
      await device.pull()
      return device
    }
    const small = { device: await openDevice(few), samples: [] as number[] }
    const large = { device: await openDevice(many), samples: [] as number[] }
    for (let turn = 0; turn < pulls; turn += 1) {
      for (const { device, samples } of [small, large]) {
        samples.push(await spanMs(() => device.pull()))
      }
    }
    const figure = (name: string, share: number): Figure => ({
      what: `a pull with nothing new, 100,000 customers, ${name}`,
      measured: percentile(large.samples, share),
      unit: 'ms',
      baseline: { what: '1,000 customers', measured: percentile(small.samples, share) },
    })
    const flat = { kind: 'bar', of: 'ratio', most: 1.2 } as const
    return [{ ...figure('p50', 0.5), bar: flat }, figure('p95', 0.95)]
  } finally {
    await running.close()
  }
}
