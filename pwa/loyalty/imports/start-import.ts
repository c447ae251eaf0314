/** Starts an import: keeps the file on this device first, so that a reload continues. */
import { call } from '#pwa/api/call.ts'
import { newId } from '#pwa/device/ids.ts'
import { importLimits } from '#schema/contract/import-limits.ts'
import type { NewImport } from '#schema/contract/member-import.ts'
import type { ImportSurvey } from './import-survey.ts'
import { keepImport } from './kept-import.ts'

export type ImportChoices = Pick<NewImport, 'mapping' | 'formats' | 'alsoLower' | 'compares'>

interface Starting {
  businessId: string
  file: File
  survey: ImportSurvey
  choices: ImportChoices
}

export async function startImport({ businessId, file, survey, choices }: Starting): Promise<void> {
  const importId = newId()
  const fileName = file.name.slice(-importLimits.fileNameLength)
  const { source, rows } = survey
  await keepImport({ importId, file, survey })
  const body = { importId, fileName, source, rows, ...choices }
  await call('business.startImport', { params: { businessId }, body })
}
