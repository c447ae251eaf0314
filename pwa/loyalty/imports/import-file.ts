/**
 * Reads a file of members twice: once to show the owner what is in it, and once in parts to send.
 * Runs in a worker, so that the page stays quick.
 */
import { recognizeColumns } from '#schema/contract/import-columns.ts'
import { dateVote } from '#schema/contract/import-date.ts'
import { importLimits } from '#schema/contract/import-limits.ts'
import { decimalVote } from '#schema/contract/import-number.ts'
import type {
  ImportCells,
  ImportField,
  ImportMapping,
  ImportPart,
  ImportSentRow,
} from '#schema/contract/member-import.ts'
import { UnreadableFile } from './import-problem.ts'
import { findShape, readRecords } from './import-records.ts'
import type { ImportSurvey, SurveyedColumn } from './import-survey.ts'

const examplesShown = 2
/** Longer cells are neither numbers nor days. */
const voteLength = 24

/** @throws UnreadableFile */
export async function surveyFile(file: Blob): Promise<ImportSurvey> {
  const shape = await findShape(file)
  let columns: SurveyedColumn[] | null = null
  let rows = 0
  for await (const records of readRecords(file, shape)) {
    for (const { cells } of records) {
      if (!columns) {
        columns = toColumns(cells)
        continue
      }
      rows += 1
      if (rows > importLimits.rows) throw new UnreadableFile('too_many_rows')
      for (const [at, cell] of cells.entries()) look(cell, columns[at])
    }
  }
  if (!columns || rows === 0) throw new UnreadableFile('no_rows')
  return { shape, rows, columns, ...recognizeColumns(columns.map(({ name }) => name)) }
}

function toColumns(cells: readonly string[]): SurveyedColumn[] {
  if (cells.length > importLimits.columns) throw new UnreadableFile('too_many_columns')
  return cells.map((name) => ({ name, examples: [], decimalVotes: 0, dateVotes: 0 }))
}

function look(cell: string, column: SurveyedColumn | undefined): void {
  if (!column || cell === '') return
  const { examples } = column
  if (examples.length < examplesShown && !examples.includes(cell)) {
    examples.push(cell.slice(0, importLimits.sentCellLength))
  }
  if (cell.length > voteLength || !/\d/.test(cell)) return
  column.decimalVotes += decimalVote(cell)
  column.dateVotes += dateVote(cell)
}

/** Yields the parts in order, holding one at a time. */
export async function* readParts(
  file: Blob,
  { shape, columns }: Pick<ImportSurvey, 'columns' | 'shape'>,
  mapping: ImportMapping,
): AsyncGenerator<ImportPart> {
  let rows: ImportSentRow[] = []
  let part = 0
  let count = 0
  let isHeader = true
  for await (const records of readRecords(file, shape)) {
    for (const { cells, line } of records) {
      if (isHeader) {
        isHeader = false
        continue
      }
      count += 1
      rows.push({ row: count, line, ...toSent(cells, columns.length, mapping) })
      if (rows.length < importLimits.partRows) continue
      yield { part, rows }
      part += 1
      rows = []
    }
  }
  if (rows.length > 0) yield { part, rows }
}

function toSent(
  cells: readonly string[],
  width: number,
  mapping: ImportMapping,
): Pick<ImportSentRow, 'cells' | 'problem'> {
  // Some programs end each row with separators.
  const extra = cells.slice(width)
  if (cells.length < width || extra.some((cell) => cell !== '')) {
    return { cells: {}, problem: 'cell_count' }
  }
  const mapped: ImportCells = {}
  for (const [field, column] of Object.entries(mapping) as [ImportField, number][]) {
    const cell = cells[column] ?? ''
    if (cell.length > importLimits.sentCellLength) return { cells: {}, problem: 'cell_long' }
    if (cell !== '') mapped[field] = cell
  }
  return { cells: mapped }
}
