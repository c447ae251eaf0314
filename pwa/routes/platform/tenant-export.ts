/** Saves the filtered businesses as a CSV file that the server writes. */

import { callFile } from '#pwa/api/call-file.ts'
import { filterOf, type TenantSearch } from '#pwa/routes/frame/tenant-search.ts'
import { saveFile } from '#pwa/ui/save-file.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'

/** Long enough for 100,000 businesses on a slow connection. */
const timeoutMs = 2 * minuteMs

/**
 * @returns the file's name
 * @throws CallRefused, NoAnswer
 */
export async function exportTenants(search: TenantSearch): Promise<string> {
  const file = await callFile('admin.businessesCsv', { query: filterOf(search), timeoutMs })
  const name = `business-tenants-${new Date().toISOString().slice(0, 10)}.csv`
  saveFile(name, file)
  return name
}
