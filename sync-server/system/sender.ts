/**
 * The DNS of MAIL_FROM: without SPF, DKIM and DMARC, many mailboxes refuse mail. A DKIM key's name
 * is the relay's choice, but DNS says whether any name exists below `_domainkey` (RFC 8020).
 */
import { Resolver } from 'node:dns/promises'
import { tidyAddress } from '#schema/contract/email-address.ts'
import type { Finding } from '#schema/contract/system.ts'
import { type Config, isLoopback } from '#sync-server/config.ts'
import { isCode } from '#sync-server/private-file.ts'

type Sender = Pick<Config, 'mailFrom' | 'smtpUrl'>
type Resolve = (name: string) => Promise<string[][]>

const resolver = new Resolver({ timeout: 3_000, tries: 2 })
const part = 'sender'
const records = [
  { at: '', starts: 'v=spf1' },
  { at: '_dmarc.', starts: 'v=DMARC1' },
] as const

export async function examineSender(
  { mailFrom, smtpUrl }: Sender,
  resolve: Resolve = (name) => resolver.resolveTxt(name),
): Promise<Finding[]> {
  const domain = tidyAddress(mailFrom).split('@')[1] ?? ''
  if (!smtpUrl || isLoopback(domain)) return []
  return Promise.all([
    ...records.map(({ at, starts }) => examineRecord(`${at}${domain}`, starts, resolve)),
    examineKeys(`_domainkey.${domain}`, resolve),
  ])
}

async function examineRecord(name: string, starts: string, resolve: Resolve): Promise<Finding> {
  try {
    const texts = (await resolve(name)).map((pieces) => pieces.join(''))
    const record = texts.find((text) => text.startsWith(starts))
    if (record) return { part, state: 'good', code: 'recordFound', figures: { name, record } }
  } catch (error) {
    if (!isCode(error, 'ENODATA', 'ENOTFOUND')) return unanswered(name)
  }
  return { part, state: 'doubtful', code: 'recordMissing', figures: { name, starts } }
}

async function examineKeys(name: string, resolve: Resolve): Promise<Finding> {
  const found: Finding = { part, state: 'good', code: 'dkimFound', figures: { name } }
  try {
    await resolve(name)
    return found
  } catch (error) {
    // The name exists without a record of its own, because a key has a longer name.
    if (isCode(error, 'ENODATA')) return found
    if (!isCode(error, 'ENOTFOUND')) return unanswered(name)
    return { part, state: 'doubtful', code: 'dkimMissing', figures: { name } }
  }
}

function unanswered(name: string): Finding {
  return { part, state: 'doubtful', code: 'recordUnanswered', figures: { name } }
}
