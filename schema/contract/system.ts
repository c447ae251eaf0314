/**
 * The state of an installation, as `regulars doctor` and the System screen show it: findings with
 * figures, each of which a catalog of texts turns into a sentence with what to do.
 */
import * as z from 'zod/mini'
import { uuid } from './id.ts'

const findingState = z.enum(['good', 'doubtful', 'broken'])
export type FindingState = z.infer<typeof findingState>

export const systemPart = z.enum([
  'versions',
  'settings',
  'database',
  'backup',
  'statements',
  'clock',
  'mail',
  'sender',
  'push',
  'wallet',
  'address',
  'https',
  'disk',
])

const findingCode = z.enum([
  'versionsAre',
  'secondFactorOptional',
  'addressPlain',
  'proxiesUntrusted',
  'databaseAnswers',
  'databaseSilent',
  'tablesCurrent',
  'migrationsMissing',
  'backedUp',
  'backupOld',
  'backupNever',
  'statementsFast',
  'statementSlow',
  'clockAgrees',
  'clockDiffers',
  'mailUnset',
  'mailAccepted',
  'mailRefused',
  'mailSent',
  'mailNeverSent',
  'mailFailed',
  'mailsGivenUp',
  'recordFound',
  'recordMissing',
  'recordUnanswered',
  'dkimFound',
  'dkimMissing',
  'pushWorks',
  'pushWaits',
  'walletOff',
  'walletReady',
  'walletEnds',
  'addressAnswers',
  'addressForeign',
  'addressSilent',
  'certificateLasts',
  'certificateEnds',
  'diskFree',
  'diskFull',
])
export type FindingCode = z.infer<typeof findingCode>

export const finding = z.object({
  part: systemPart,
  state: findingState,
  code: findingCode,
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Finding = z.infer<typeof finding>
export type Figures = Finding['figures']

/** A trouble of the installation; super admins get a mail when it begins and when it is over. */
const troubleKind = z.enum(['deviceSilent', 'mailFailing', 'jobFailing', 'repair', 'diskFull'])
export type TroubleKind = z.infer<typeof troubleKind>

export const trouble = z.object({
  kind: troubleKind,
  /** A job's name or a folder. */
  subject: z.string(),
  reason: z.string(),
  since: z.string(),
  endedAt: z.nullable(z.string()),
})
export type Trouble = z.infer<typeof trouble>

/** Mails of a kind that failed for the same reason. */
export const failedMails = z.object({
  kind: z.string(),
  problem: z.string(),
  count: z.number(),
  oldestAt: z.string(),
  canRetry: z.boolean(),
})
export type FailedMails = z.infer<typeof failedMails>

/** A business whose devices have unsent work and were silent for a day. */
const silentShop = z.object({
  businessId: uuid,
  name: z.string(),
  devices: z.number(),
  lastHeardAt: z.string(),
})
export type SilentShop = z.infer<typeof silentShop>

export const retry = z.object({ what: z.enum(['mails', 'jobs']) })

export const system = z.object({
  findings: z.array(finding),
  troubles: z.array(trouble),
  failedMails: z.array(failedMails),
  silentShops: z.array(silentShop),
})
export type System = z.infer<typeof system>
