/**
 * Maps changes to deep tests. `npm test` runs those of every row that contains a changed path; `npm
 * run test:all` runs them all. The table is coarse on purpose. If a full run finds a failure that
 * `npm test` missed, add its file to the row of the folder that caused it.
 */
import { offices } from './reach-offices.ts'

export interface Reach {
  /** Path prefixes. */
  changed: string[]
  /** Files with deep tests. */
  calls: string[]
}

const journeys = (...names: string[]) => names.map((name) => `tests/journeys/${name}.spec.ts`)
const tests = (...names: string[]) => names.map((name) => `tests/${name}.test.ts`)
const engines = journeys('firefox', 'webkit')

export const reach: Reach[] = [
  {
    changed: [
      ...['pwa/sync', 'pwa/records', 'pwa/device', 'pwa/queue', 'pwa/api', 'sync-server/sync'],
      ...['sync-server/engine', 'tests/convergence/', 'package-lock.json'],
    ],
    calls: [
      ...tests('convergence/model', 'convergence/other-half', 'convergence/stories'),
      ...tests('prove/kill-loops', 'sync/restore', 'sync/restored-coupons', 'sync/timeouts'),
      ...tests('screens/kept/offline-sign-up'),
      ...journeys('kill', 'kill-loop', 'power-cut', 'eviction', 'withdrawn', 'tabs', 'hand-over'),
      ...journeys('faults', 'offline-acts', 'update-during-push'),
      ...journeys('silent-storage'),
      ...engines,
    ],
  },
  {
    // These rooms decide how many bytes a device sends and receives.
    changed: [
      ...['pwa/sync', 'pwa/device', 'pwa/queue', 'pwa/api', 'schema', 'sync-server/engine'],
      ...['sync-server/http', 'sync-server/loyalty', 'sync-server/rule', 'sync-server/sync'],
      ...['sync-server/accounts', 'pwa/records', 'package-lock.json'],
    ],
    calls: tests('sync/slow-network', 'sync/till-day'),
  },
  {
    // An upgrade migrates the server's rows and the device's, under pages of the previous release.
    changed: [
      ...['schema/database/migrations', 'schema/contract/sync.ts', 'pwa/device', 'pwa/shell'],
      ...['sync-server/database/migrate.ts', 'sync-server/sync'],
    ],
    calls: journeys('upgrade'),
  },
  {
    // All that the model plays. One half shows every situation.
    changed: [
      ...['pwa/loyalty', 'pwa/visitor', 'schema', 'sync-server/database', 'sync-server/loyalty'],
      ...['sync-server/rule', 'sync-server/run-rule.ts', 'sync-server/concurrency-limit.ts'],
    ],
    calls: tests('convergence/model', 'convergence/stories'),
  },
  {
    changed: [
      ...[
        'pwa/shell',
        'pwa/index.html',
        'pwa/routes/forms/use-form.ts',
        'pwa/routes/counter/counter.tsx',
      ],
      ...['vite.config.ts', 'build', 'package-lock.json'],
      'tests/journeys/support/',
    ],
    calls: [
      ...journeys('update', 'update-during-push', 'cold-start', 'install', 'eviction', 'dev'),
      ...engines,
    ],
  },
  {
    changed: [
      'pwa/visitor',
      'pwa/routes/join',
      'pwa/routes/card',
      'pwa/routes/public',
      'pwa/join',
      'pwa/public',
    ],
    calls: [
      'pwa/visitor/qr-reader.test.ts',
      ...tests('sync/restored-phone'),
      ...journeys(
        'offline-sign-up',
        'full-screen-code',
        'scanner',
        'written-page',
        'card',
        'kiosk',
      ),
      ...journeys('notifications', 'install', 'translated', 'silent-storage'),
      ...engines,
    ],
  },
  {
    changed: ['pwa/visitor', 'pwa/join', 'pwa/public', 'pwa/main.tsx', 'tests/screens/support/'],
    calls: tests('screens/kept/offline-sign-up'),
  },
  {
    changed: ['pwa/ui', 'pwa/styles.css'],
    calls: journeys(
      'counter-hands',
      'counter-boxes',
      'join-boxes',
      'dialogs',
      'card',
      'faults',
      'till-lock',
      'toast',
      'translated',
    ),
  },
  {
    changed: ['pwa/ui', 'pwa/styles.css', 'pwa/routes', 'pwa/texts'],
    calls: journeys('accessibility', 'narrow-screens'),
  },
  {
    changed: ['pwa/routes/counter', 'pwa/routes/member', 'pwa/loyalty'],
    calls: journeys(
      'counter-hands',
      'counter-boxes',
      'counter-undo',
      'owner',
      'scanner',
      'translated',
      'dialogs',
    ),
  },
  {
    changed: ['pwa/routes/till', 'pwa/session', 'sync-server/accounts'],
    calls: [
      ...journeys('till', 'till-lock', 'kiosk', 'hand-over', 'withdrawn', 'second-factor'),
      ...tests('accounts/audit'),
    ],
  },
  { changed: ['pwa/routes/account'], calls: journeys('second-factor', 'login') },
  {
    changed: ['pwa/routes/landing', 'pwa/landing.ts', 'pwa/server-pages.tsx'],
    calls: journeys('written-page'),
  },
  { changed: ['pwa/routes/campaigns', 'sync-server/engine'], calls: journeys('campaigns') },
  {
    changed: ['pwa/routes/branding', 'sync-server/platform', 'sync-server/http/branding.ts'],
    calls: journeys('branding'),
  },
  {
    changed: [
      ...[
        'pwa/routes/business',
        'pwa/routes/customers',
        'pwa/routes/qr-codes',
        'pwa/routes/rewards',
      ],
      ...['pwa/routes/analytics', 'pwa/routes/frame', 'pwa/routes/forms'],
    ],
    calls: journeys('owner', 'dialogs', 'translated'),
  },
  {
    changed: [
      ...['pwa/routes/platform', 'pwa/routes/frame', 'pwa/ui', 'pwa/styles.css'],
      'sync-server/platform',
    ],
    calls: journeys('tenants'),
  },
  {
    changed: [
      'pwa/routes/audit-log',
      'pwa/routes/platform',
      'pwa/routes/rewards',
      'pwa/ui',
      'sync-server/audit',
    ],
    calls: journeys('office-rows'),
  },
  {
    changed: ['pwa/routes/member', 'pwa/routes/customers/panel.tsx', 'pwa/styles.css'],
    calls: journeys('redeem-at-office'),
  },
  {
    changed: ['pwa/routes/business/today-card.tsx', 'pwa/styles.css'],
    calls: journeys('today-figures'),
  },
  { changed: ['pwa/texts', 'pwa/server-pages.tsx'], calls: journeys('translated') },
  { changed: ['sync-server/notifications'], calls: journeys('notifications') },
  { changed: ['scripts/dev.js', 'pwa/main.tsx', 'pwa/router.tsx'], calls: journeys('dev') },
  {
    // Statements are everywhere in the server.
    changed: ['schema/database', 'sync-server', 'tests/isolation/explain.ts'],
    calls: tests('isolation/plans', 'isolation/cost-of-a-push', 'accounts/audit'),
  },
  {
    changed: [
      ...['sync-server/database', 'sync-server/embedded-postgres', 'sync-server/main.ts'],
      ...['sync-server/config.ts', 'sync-server/open-server.ts', 'sync-server/private-file.ts'],
      ...['sync-server/secret.ts', 'scripts/regulars.js', 'package-lock.json'],
      ...['sync-server/drain.ts', 'sync-server/http/close.ts', 'deploy/proxies'],
      'sync-server/concurrency-limit.ts',
    ],
    calls: [
      ...tests(
        'start/embedded',
        'start/embedded-folder',
        'start/logins',
        'start/several-servers',
        'start/behind-a-proxy',
      ),
      ...tests('start/back-up', 'start/upgrade-database', 'start/upgrade-while-visited'),
      ...tests('sync/back-up', 'sync/restore'),
    ],
  },
  {
    changed: [
      ...['scripts/backup.ts', 'scripts/restore.ts', 'scripts/verify-ledger.ts'],
      ...['scripts/on-server.ts', 'scripts/command-line.ts', 'scripts/upgrade-database.ts'],
    ],
    calls: tests(
      'start/back-up',
      'start/upgrade-database',
      'sync/restore',
      'loyalty/verify-ledger',
    ),
  },
  {
    changed: [
      ...['scripts/regulars.js', 'scripts/command-line.ts', 'scripts/on-server.ts'],
      ...['scripts/doctor', 'scripts/migrate.ts', 'scripts/super-admin.ts'],
      ...['scripts/send-test-mail.ts', 'sync-server/main.ts', 'sync-server/config.ts'],
      ...['sync-server/email', 'sync-server/accounts', 'sync-server/database'],
    ],
    calls: tests('start/command-line'),
  },
  {
    changed: ['scripts/install-test-programs.js', 'scripts/prevent-autostart.js'],
    calls: tests('start/prevent-autostart'),
  },
  {
    changed: [
      ...['scripts/make-archive.ts', 'scripts/command-line.ts', 'sync-server/main.ts'],
      ...['package-lock.json', 'deploy', 'Dockerfile', 'vite.config.ts'],
    ],
    calls: tests('start/archive'),
  },
  {
    changed: [
      ...['sync-server/http', 'sync-server/server-limits.ts', 'schema/contract'],
      ...['sync-server/run-rule.ts', 'sync-server/concurrency-limit.ts'],
      'tests/isolation/hostile-request.ts',
    ],
    calls: tests('isolation/fuzz', 'isolation/abuse'),
  },
  {
    changed: [
      ...['sync-server/accounts', 'sync-server/platform', 'sync-server/email', 'sync-server/rule'],
      ...['sync-server/http', 'sync-server/run-rule.ts', 'sync-server/server-limits.ts'],
      ...['sync-server/concurrency-limit.ts', 'sync-server/secret.ts'],
      ...['schema/contract', 'tests/support/', 'package-lock.json'],
    ],
    calls: tests(
      ...['accounts/admin', 'accounts/branding', 'accounts/email', 'accounts/own-account'],
      ...['accounts/register', 'accounts/reset-password', 'accounts/second-factor'],
      ...['accounts/sign-in-limit', 'accounts/tenants'],
    ),
  },
  {
    changed: [
      ...['sync-server/loyalty', 'sync-server/engine', 'sync-server/email', 'sync-server/rule'],
      ...['sync-server/notifications', 'sync-server/jobs.ts', 'sync-server/server-limits.ts'],
      ...['schema/contract', 'tests/support/', 'package-lock.json'],
    ],
    calls: tests(
      ...['loyalty/analytics', 'loyalty/campaign', 'loyalty/campaign-audience'],
      ...['loyalty/campaign-mail', 'loyalty/daily-ceiling', 'loyalty/email-address'],
      ...['loyalty/export-business', 'loyalty/mailed-members', 'loyalty/notifications'],
      ...['loyalty/sample-customers', 'loyalty/wallet'],
    ),
  },
  {
    changed: [
      ...['sync-server/loyalty', 'sync-server/engine', 'sync-server/email', 'sync-server/rule'],
      ...['sync-server/database', 'sync-server/http', 'sync-server/jobs.ts', 'schema'],
      ...['sync-server/server-limits.ts', 'tests/support/', 'package-lock.json'],
      ...['sync-server/run-rule.ts', 'sync-server/concurrency-limit.ts'],
    ],
    calls: tests(
      ...['loyalty/import-comparison', 'loyalty/import-erasure', 'loyalty/import-joined'],
      ...['loyalty/import-without-email'],
      ...['loyalty/imported-cards', 'loyalty/imported-cards-mail', 'loyalty/member-import'],
      ...['loyalty/join-places', 'loyalty/joined-address', 'loyalty/member-join'],
      ...['loyalty/member-pairs', 'loyalty/member-schedules'],
      ...['loyalty/returned-mail'],
    ),
  },
  {
    changed: ['sync-server/system', 'sync-server/email', 'sync-server/jobs.ts', 'scripts/doctor'],
    calls: tests('start/system'),
  },
  ...offices,
]

/** @returns the files whose deep tests these changes call for, including changed test files */
export function deepTestsFor(changed: string[]): string[] {
  const isChanged = (start: string) => changed.some((path) => path.startsWith(start))
  const called = reach.filter((row) => row.changed.some(isChanged)).flatMap(({ calls }) => calls)
  const own = reach.flatMap(({ calls }) => calls).filter((file) => changed.includes(file))
  return [...new Set([...called, ...own])].sort()
}
