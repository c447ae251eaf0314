/** The state of an installation: the System screen's texts, and the sentences of `regulars doctor`. */
import { formatCalendarDay, formatInstant, formatNumber } from './format.ts'
import { counted, textsOf } from './language.ts'

/** Facts of a finding: times are ISO 8601, sizes and counts are numbers. */
type Sentence = (
  figures: Readonly<Record<string, string | number>>,
  format: typeof figureFormat,
) => string

/** Handed to each sentence: a catalog of another language imports no code but its own. */
export const figureFormat = {
  dayOf: (instant: unknown) => formatCalendarDay(String(instant).slice(0, 10)),
  timeOf: (instant: unknown) => formatInstant(String(instant)),
  numberOf: (figure: unknown) => formatNumber(Number(figure)),
}

/** By the finding's code. The sentence of a problem ends with its remedy. */
const findings = {
  versionsAre: ({ product, node }) => `Regulars ${product} on Node.js ${node}`,
  secondFactorOptional: () =>
    'A super admin’s password alone may open every business. Remove SUPER_ADMIN_SECOND_FACTOR.',
  addressPlain: () =>
    'Passwords and names can be read on the way. Put a proxy with https in front and set PUBLIC_URL to its address.',
  proxiesUntrusted: () =>
    'All callers seem to come from the proxy and share one rate limit. Set TRUSTED_PROXIES to its address.',
  databaseAnswers: ({ version, size }) => `PostgreSQL ${version}, ${size}`,
  databaseSilent: ({ reason }) =>
    `The database doesn’t answer (${reason}). Check DATABASE_URL or DATA_DIR.`,
  tablesCurrent: () => 'The tables are those of this release',
  migrationsMissing: ({ count }) =>
    Number(count) < 0
      ? 'The database is empty. Run regulars migrate or start the server.'
      : 'Migrations are missing. Run regulars migrate or start the server.',
  backedUp: ({ at }, { timeOf }) => `Last backup: ${timeOf(at)}`,
  backupOld: ({ at }, { timeOf }) =>
    `The last backup is from ${timeOf(at)}. Run regulars backup every day, or ignore this if another tool does.`,
  backupNever: () =>
    'regulars backup has never run. Run it every day, or ignore this if another tool does.',
  statementsFast: () => 'No slow statements',
  statementSlow: ({ statement, milliseconds }, { numberOf }) =>
    `${numberOf(milliseconds)} ms: ${statement}. Look for a lock in pg_stat_activity, a full disk or a missing ANALYZE.`,
  clockAgrees: () => 'The clock agrees with the database',
  clockDiffers: ({ seconds }, { numberOf }) =>
    `The clocks of server and database are ${numberOf(seconds)} seconds apart. Set both by NTP.`,
  mailUnset: () => 'SMTP_URL is not set, so mails stay in the development mailbox.',
  mailAccepted: () => 'The relay accepts the login. regulars send-test-mail sends a mail.',
  mailRefused: ({ reason }) => `The relay refuses or is silent (${reason}). Check SMTP_URL.`,
  mailSent: ({ at }, { timeOf }) => `Last mail sent: ${timeOf(at)}`,
  mailNeverSent: () => 'No mail was sent in the last week',
  mailFailed: ({ at, reason }, { timeOf }) =>
    `Last failure: ${timeOf(at)} (${reason}). Mails are tried again for almost three days.`,
  mailsGivenUp: ({ count }) =>
    `${counted(Number(count), { one: '# mail was', other: '# mails were' })} given up. The log’s email.failed lines say why.`,
  recordFound: ({ name, record }) => `${name} has ${record}`,
  recordMissing: ({ name, starts }) =>
    `${name} has no ${starts} record. Your mail provider says which to add.`,
  recordUnanswered: ({ name }) => `DNS doesn’t answer for ${name}. Try again later.`,
  dkimFound: ({ name }) => `${name} has DKIM keys`,
  dkimMissing: ({ name }) => `${name} has no DKIM keys. Your mail provider says which to add.`,
  pushWorks: ({ count }) =>
    `Keys are ready; ${counted(Number(count), { one: '# notification waits', other: '# notifications wait' })}`,
  pushWaits: ({ count, minutes }, { numberOf }) =>
    `${counted(Number(count), { one: '# notification waits', other: '# notifications wait' })}, the oldest for ${numberOf(Number(minutes) / 60)} hours. The server must reach the push services by https.`,
  walletOff: ({ wallet }) => `${wallet} is not set up`,
  walletReady: ({ wallet }) => `${wallet} is ready`,
  walletEnds: ({ wallet, on }, { dayOf }) =>
    `The certificate for ${wallet} ends on ${dayOf(on)}. Get a new one from your developer account.`,
  addressAnswers: ({ url, status }) => `${url} answers ${status}`,
  addressForeign: ({ url }) => `Another program answers ${url}. Check the proxy.`,
  addressSilent: ({ url, reason }) =>
    `${url} doesn’t answer here (${reason}). Check that the server runs, DNS, proxy and certificate.`,
  certificateLasts: ({ on }, { dayOf }) => `The certificate ends on ${dayOf(on)}`,
  certificateEnds: ({ on }, { dayOf }) =>
    `The certificate ends on ${dayOf(on)}. Find out why it isn’t renewed.`,
  diskFree: ({ gigabytes }) => `${gigabytes} GB free`,
  diskFull: ({ gigabytes, folder }) => `Only ${gigabytes} GB free at ${folder}. Make room.`,
} satisfies Record<string, Sentence>

export const system = {
  title: 'System',
  description: 'The state of this server. The command regulars doctor prints the same.',
  again: 'Check Again',
  everything: 'What Works',
  allGood: 'Nothing needs attention',
  problems: (count: number) =>
    counted(count, { one: '# thing needs attention', other: '# things need attention' }),
  states: { good: 'Good', doubtful: 'Check', broken: 'Broken' },
  off: 'Off',
  parts: {
    versions: 'Versions',
    settings: 'Settings',
    database: 'Database',
    backup: 'Backup',
    statements: 'Statements',
    clock: 'Clock',
    mail: 'Mail',
    sender: 'Sender',
    push: 'Notifications',
    wallet: 'Wallets',
    address: 'Address',
    https: 'Certificate',
    disk: 'Disk',
  },
  findings,

  troubles: 'Troubles',
  troublesHint:
    'Now and in the last seven days. You get an email when one begins and another when it ends.',
  noTroubles: 'Nothing in the last seven days.',
  since: (at: string) => `Since ${at}`,
  over: (from: string, until: string) => `${from} to ${until}`,
  lasts: 'Now',
  isOver: 'Over',
  troubleNames: {
    deviceSilent: 'Devices with unsent work are silent',
    mailFailing: 'Mails do not leave',
    jobFailing: 'A background job fails',
    repair: 'A device differed from the server',
    diskFull: 'The disk is almost full',
  },
  troubleAdvice: {
    deviceSilent: 'Ask the businesses below to open the app with a network.',
    mailFailing: 'Check SMTP_URL and the relay. Mails wait for almost three days.',
    jobFailing: 'The log’s job.failed lines have the cause. The job tries again by itself.',
    repair:
      'The device fetched everything again. Expected after a restore; otherwise report it with the log’s sync.repair line.',
    diskFull: 'Make room, or the database stops.',
  },

  shops: 'Businesses With Silent Devices',
  shopDevices: (count: number) =>
    counted(count, { one: '# device with unsent work', other: '# devices with unsent work' }),
  lastHeard: (ago: string) => `last heard of ${ago}`,

  failedMails: 'Failed Mails',
  noFailedMails: 'No mail has failed.',
  failedMail: (count: number, problem: string) =>
    `${counted(count, { one: '# mail', other: '# mails' })}: ${problem}`,
  oldest: (ago: string) => `oldest ${ago}`,
  notRetried: 'Refused for good; can’t be sent again',
  retryMails: 'Send Again',
  retryJobs: 'Run Jobs Again',
  retried: 'Trying again',
  retriedMails: 'Mails leave within a few seconds.',
  retriedJobs: 'Each server runs its jobs within half a minute.',
  notRetriedNow: 'Couldn’t try again',
}

export const systemTexts = textsOf('system', system)
