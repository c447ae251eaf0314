/** A business of 100,000 members exports everything, beside COPY of the same tables. */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableName } from 'drizzle-orm'
import { exportTables } from '#sync-server/loyalty/privacy/export-tables.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { fillHistory } from '#tests/support/fill-history.ts'
import { createTestBusiness, startTestServer } from '#tests/support/server.ts'
import { barOfRatio, type Figure, figure } from './figure.ts'
import { closing, spanMs } from './measure.ts'

const members = 100_000

export async function measure(): Promise<Figure[]> {
  const running = closing(await startTestServer())
  const { businessId, ownerEmail } = await createTestBusiness(running)
  await fillHistory(running, businessId, members)
  const { cookie } = await new TestBrowser(running.url).signIn(ownerEmail)
  const download = async () => {
    const address = `${running.url}/api/business/${businessId}/export`
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
    const answer = await fetch(address, { method: 'POST', headers })
    if (answer.status !== 200) throw new Error(`the export answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  await download()
  const exportedMs = await spanMs(download)
  const copiedMs = await spanMs(async () => {
    for (const { table } of Object.values(exportTables)) {
      const rows = await running.sql.unsafe(`copy ${getTableName(table)} to stdout`).readable()
      await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }))
    }
  })
  return [
    figure(`${members / 1000},000 members, export`, exportedMs / 1000, 's', {
      beside: ['COPY of the same tables', copiedMs / 1000],
      bar: barOfRatio(20),
    }),
  ]
}
