/**
 * The state of an installation, as `regulars doctor` and the System screen show it: findings with
 * figures, each of which a catalog of texts turns into a sentence with what to do.
 */
import * as z from 'zod/mini'

export const findingState = z.enum(['good', 'doubtful', 'broken'])
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
export type SystemPart = z.infer<typeof systemPart>

export const findingCode = z.enum([
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

export const system = z.object({ findings: z.array(finding) })
export type System = z.infer<typeof system>
