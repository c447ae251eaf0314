/** Addresses of a business's home-screen icons. */
import { createHash } from 'node:crypto'
import type { AppIconShape } from '#schema/contract/app-manifest.ts'
import type { BusinessRow } from './business.ts'

export function appIconAddress(row: BusinessRow, shape: AppIconShape): string {
  return `/api/app-icon/${row.id}?shape=${shape}&v=${brandVersion(row)}`
}

/** iOS reads this icon from the page, not from the manifest. */
export function touchIconAddress(row: BusinessRow): string {
  return row.features.whiteLabel ? appIconAddress(row, 'apple') : '/icons/apple-touch-icon.png'
}

/** Changes with the icon's content, so browsers may cache each URL forever. */
export function brandVersion(row: BusinessRow): string {
  const shown = [row.name, row.primaryColor, row.secondaryColor, row.logoUrl]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)
}
