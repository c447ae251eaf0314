/** The contents of a file of members, as the worker found them. The page loads this without the reader. */
import { dateOrderOf } from '#schema/contract/import-date.ts'
import { decimalOf } from '#schema/contract/import-number.ts'
import type {
  ImportField,
  ImportFormats,
  ImportMapping,
  ImportSource,
} from '#schema/contract/member-import.ts'
import type { FileShape } from './import-records.ts'

export interface SurveyedColumn {
  name: string
  /** The first different values. */
  examples: string[]
  decimalVotes: number
  dateVotes: number
}

export interface ImportSurvey {
  shape: FileShape
  rows: number
  columns: SurveyedColumn[]
  source: ImportSource
  mapping: ImportMapping
  /** Header names that occur more than once. */
  repeated: string[]
}

const numberFields = ['points', 'spent'] as const satisfies ImportField[]
const dayFields = ['birthday', 'joined', 'consentDate'] as const satisfies ImportField[]

/** The majority of the mapped columns; files that say nothing are read by their separator. */
export function guessFormats(
  { columns, shape }: Pick<ImportSurvey, 'columns' | 'shape'>,
  mapping: ImportMapping,
): ImportFormats {
  const sum = (fields: readonly ImportField[], votes: 'decimalVotes' | 'dateVotes') =>
    fields.reduce((total, field) => total + (columns[mapping[field] ?? -1]?.[votes] ?? 0), 0)
  const isContinental = shape.delimiter === ';'
  const decimal = decimalOf(sum(numberFields, 'decimalVotes'), isContinental ? ',' : '.')
  const dates = dateOrderOf(sum(dayFields, 'dateVotes'), decimal === ',' ? 'dmy' : 'mdy')
  return { decimal, dates }
}
