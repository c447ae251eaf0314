/**
 * Keeps the file of an open import in the device's database until its last part has arrived, so that
 * a reload continues. The server keeps no file.
 */
import type { DeviceDatabase, ImportFileMeta } from '#pwa/device/device-database.ts'
import { currentDevice } from '#pwa/sync/current-device.ts'
import type { ImportSurvey } from './import-survey.ts'

export interface KeptImport {
  importId: string
  file: Blob
  survey: ImportSurvey
}

/** Stored nowhere on a full disk or in a private window; the import then needs the open page. */
export async function keepImport(kept: KeptImport): Promise<void> {
  const row: ImportFileMeta = { key: 'importFile', ...kept }
  await within((database) => database.meta.put(row)).catch(() => {})
}

export async function readKeptImport(): Promise<KeptImport | null> {
  const row = await within((database) => database.meta.get('importFile')).catch(() => undefined)
  return row ? (row as ImportFileMeta & KeptImport) : null
}

export async function forgetImport(): Promise<void> {
  await within((database) => database.meta.delete('importFile')).catch(() => {})
}

async function within<Result>(work: (database: DeviceDatabase) => PromiseLike<Result>) {
  const device = currentDevice()
  if (!device) throw new Error('No device is open')
  return device.context.door.within(work)
}
