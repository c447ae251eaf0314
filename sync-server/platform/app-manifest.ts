/**
 * A business's own app on the home screen: the counter for its staff, the card for its members. Two
 * businesses on one phone are two apps, because each manifest has its own `id`.
 */
import type { AppIconShape, AppManifest } from '#schema/contract/app-manifest.ts'
import {
  appIconAddress,
  type BusinessRow,
  brandVersion,
  requireBusiness,
} from '#sync-server/loyalty/business.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { drawAppIcon, drawLogoIcon } from './app-icon.ts'
import { findLogo } from './branding.ts'

const paper = '#faf8f4'
/** The product's own color, for a business without white label. */
const productColor = '#14594a'

export async function readCounterManifest(_: object, rule: TenantRule): Promise<AppManifest> {
  const row = await requireBusiness(rule)
  return {
    ...appOf(row, `/counter/${row.id}`),
    start_url: '/counter',
    scope: '/',
    shortcuts: [
      { name: 'New Member', url: '/counter?do=sign-up' },
      { name: 'Scan', url: '/counter?do=scan' },
    ],
  }
}

export async function readCardManifest(
  { memberId, customerId }: { memberId: string; customerId: string },
  rule: TenantRule,
): Promise<AppManifest> {
  const row = await requireBusiness(rule)
  return {
    ...appOf(row, `/card/${memberId}`),
    start_url: `/customer/${customerId}`,
    scope: '/customer/',
  }
}

export async function readAppIcon(
  { shape }: { shape: AppIconShape },
  rule: TenantRule,
): Promise<Buffer> {
  const row = await requireBusiness(rule)
  const key = `${row.id} ${shape} ${brandVersion(row)}`
  const known = drawn.get(key)
  if (known) return known
  const logo = row.logoUrl ? await findLogo(rule) : null
  const icon = logo ? await drawLogoIcon(logo, shape) : await drawAppIcon(row, shape)
  if (drawn.size >= serverLimits.iconsKept) drawn.delete(drawn.keys().next().value ?? '')
  drawn.set(key, icon)
  return icon
}

/** Caches this process's newest icons; evicts the oldest when full. */
const drawn = new Map<string, Buffer>()

function appOf(row: BusinessRow, id: string) {
  return {
    id,
    name: row.name,
    short_name: row.name,
    display: 'standalone' as const,
    background_color: paper,
    theme_color: row.features.whiteLabel ? row.primaryColor : productColor,
    icons: row.features.whiteLabel ? iconsOf(row) : productIcons,
  }
}

function iconsOf(row: BusinessRow): AppManifest['icons'] {
  const src = (shape: AppIconShape) => appIconAddress(row, shape)
  return [
    { src: src('192'), sizes: '192x192', type: 'image/png' },
    { src: src('512'), sizes: '512x512', type: 'image/png' },
    { src: src('maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
}

const productIcons: AppManifest['icons'] = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
