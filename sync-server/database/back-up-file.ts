/**
 * A backup file: gzipped, readable lines. The first line says when it was taken; then follow, for
 * each table, its columns, its rows in COPY format, and an end line
 * (docs/decisions/0050-a-restored-database-is-another.md).
 */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'

export interface BackUpHead {
  format: 'regulars back-up 1'
  takenAt: string
  /** Timestamp of the newest migration applied to its tables. */
  migratedUntil: number
}

export interface TableHead {
  table: string
  columns: string[]
}

export type BackUpLine =
  | { kind: 'table'; head: TableHead }
  | { kind: 'row'; text: string }
  | { kind: 'end' }

/** Ends a table's rows, as in PostgreSQL's own dumps; COPY escapes a row that looks like it. */
export const endOfRows = '\\.'

export const backUpFormat = 'regulars back-up 1'

/**
 * Reads a file written by `backUp`.
 * @throws DatabaseProblem if it isn't one; also while reading its lines, if it was truncated
 */
export async function readBackUp(
  path: string,
): Promise<{ head: BackUpHead; lines: AsyncGenerator<BackUpLine> }> {
  const texts = splitLines(path)
  const first = await texts.next().catch(() => null)
  const head = first && !first.done ? readHeadLine(first.value) : null
  if (head) return { head, lines: sortLines(path, texts) }
  throw new DatabaseProblem(`${path} is not a back-up that npm run backup has written.`)
}

function readHeadLine(text: string): BackUpHead | null {
  try {
    const head = JSON.parse(text) as BackUpHead
    return head.format === backUpFormat ? head : null
  } catch {
    return null
  }
}

/** Only a line feed ends a line: COPY writes a carriage return in a row as \\r. */
async function* splitLines(path: string): AsyncGenerator<string, void> {
  const unpacked = createGunzip().setEncoding('utf8')
  pipeline(createReadStream(path), unpacked).catch(() => undefined)
  let rest = ''
  for await (const text of unpacked) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function* sortLines(path: string, texts: AsyncIterable<string>): AsyncGenerator<BackUpLine> {
  let isInTable = false
  try {
    for await (const text of texts) {
      if (!isInTable) yield { kind: 'table', head: JSON.parse(text) as TableHead }
      else if (text === endOfRows) yield { kind: 'end' }
      else yield { kind: 'row', text }
      isInTable = text !== endOfRows
    }
  } catch (error) {
    throw new DatabaseProblem(
      `${path} cannot be read to its end (${reasonOf(error)}): use another.`,
    )
  }
}
