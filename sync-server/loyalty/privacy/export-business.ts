/**
 * Everything that a business owns as one zip: a CSV for each kind of row, and all of them as JSON
 * (docs/members.md, part 6). A file on disk holds it until it is sent, so that a slow download keeps
 * no transaction open.
 */
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import yazl from 'yazl'
import { csvMark, toCsvLine } from '#schema/contract/csv.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import {
  type Cell,
  columnsOf,
  type ExportName,
  exportNames,
  readExportTable,
} from './export-tables.ts'

/** @returns a file that exists only as long as it is open */
export async function exportBusiness(_: unknown, rule: TenantRule): Promise<FileHandle> {
  const { businessId, db, config, now } = rule
  const business = await requireBusiness(rule)
  const [lock] = await db.execute<{ isFirst: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`export ${businessId}`}, 0)) as "isFirst"`,
  )
  if (!lock?.isFirst) refuse('too_many', { retryAfterSeconds: serverLimits.exportRetrySeconds })
  const file = await openUnnamed(config.dataDir)
  try {
    const zip = new yazl.ZipFile()
    const content = zip.outputStream as Readable
    // Lazily, because a connection executes one statement at a time.
    const add = (name: string, lines: AsyncGenerator<string>) =>
      zip.addReadStreamLazy(name, { mtime: now }, (start) => {
        // The library ignores the errors of such a stream.
        start(
          null,
          Readable.from(lines).on('error', (error) => content.destroy(error)),
        )
      })
    for (const name of exportNames) add(`${name}.csv`, writeCsv(name, rule))
    const head = { exportedAt: now.toISOString(), business: business.name }
    add('everything.json', writeJson(head, rule))
    zip.end()
    for await (const chunk of content) await file.appendFile(chunk)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Nothing is left of it after a crash. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `export-${newId()}.zip`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function* writeCsv(name: ExportName, tenant: Tenant): AsyncGenerator<string> {
  const columns = columnsOf(name)
  yield csvMark + toCsvLine(columns)
  for await (const rows of readExportTable(name, tenant)) {
    yield rows
      .map((row) => toCsvLine(columns.map((column) => toText(row[column] ?? null))))
      .join('')
  }
}

function toText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

async function* writeJson(head: object, tenant: Tenant): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const name of exportNames) {
    yield `,\n"${name}":[`
    let separator = '\n'
    for await (const rows of readExportTable(name, tenant)) {
      yield rows
        .map((row) => `${rows[0] === row ? separator : ',\n'}${JSON.stringify(row)}`)
        .join('')
      if (rows.length > 0) separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}
