/**
 * The rows of screen tests of owners and super admins. Each is called by its rooms
 * (`pwa/routes/*`), by the server's part behind them, and by what all rooms share.
 */
import type { Reach } from './reach.ts'

const screens = (...names: string[]) => names.map((name) => `tests/screens/${name}.test.ts`)

const customers = screens(
  ...['attention', 'customer', 'edit-details', 'imports', 'lists', 'member-birthday'],
  ...['member-erasure', 'member-joins', 'member-page', 'member-points'],
)
const dashboard = screens(
  ...['business', 'export-everything', 'owner', 'owner-full-disk', 'plan-and-branding', 'qr-codes'],
)
const offers = screens('campaign-form', 'campaigns', 'reward-form', 'rewards')
const people = screens('accounts', 'own-password', 'profile', 'team')
const platform = screens('platform', 'system', 'tenant-acts', 'tenants')
const tills = screens('start-kiosk', 'till-set-up', 'visitor/kiosk-turns')
const all = [...customers, ...dashboard, ...offers, ...people, ...platform, ...tills]

export const offices: Reach[] = [
  {
    changed: [
      ...['pwa/api', 'pwa/device', 'pwa/main.tsx', 'pwa/records', 'pwa/router.tsx'],
      ...['pwa/session', 'pwa/sync', 'sync-server/run-rule.ts'],
      ...['pwa/texts', 'pwa/ui', 'pwa/routes/forms', 'pwa/routes/frame', 'pwa/routes/public'],
      ...['pwa/routes/screens', 'schema/contract', 'sync-server/http', 'tests/screens/support/'],
      ...['tests/support/', 'package-lock.json', 'vitest.config.ts'],
    ],
    calls: [...all, ...screens('branding', 'toast')],
  },
  {
    changed: ['pwa/routes/platform', 'pwa/routes/palette', 'pwa/routes/audit-log'],
    calls: [...platform, ...screens('lists', 'owner')],
  },
  {
    changed: ['pwa/routes/business', 'pwa/routes/settings', 'pwa/routes/analytics'],
    calls: [...dashboard, ...platform, ...screens('lists')],
  },
  {
    changed: [
      ...['pwa/routes/customers', 'pwa/routes/imports', 'pwa/routes/member'],
      ...['pwa/routes/attention', 'pwa/loyalty'],
    ],
    calls: [...customers, ...dashboard],
  },
  { changed: ['pwa/routes/qr-codes'], calls: screens('owner', 'platform', 'qr-codes') },
  { changed: ['pwa/routes/rewards', 'pwa/routes/campaigns'], calls: offers },
  { changed: ['pwa/routes/branding'], calls: screens('branding', 'plan-and-branding') },
  {
    changed: ['pwa/routes/account', 'pwa/routes/profile', 'pwa/routes/staff', 'pwa/routes/devices'],
    calls: people,
  },
  {
    changed: ['pwa/routes/till', 'pwa/routes/join', 'pwa/routes/public', 'pwa/visitor'],
    calls: [...tills, ...screens('team')],
  },
  {
    changed: ['sync-server/loyalty', 'sync-server/engine', 'sync-server/sync'],
    calls: [...customers, ...dashboard, ...offers],
  },
  { changed: ['sync-server/accounts'], calls: [...people, ...platform, ...tills] },
  { changed: ['sync-server/platform'], calls: [...platform, ...dashboard, ...screens('branding')] },
]
