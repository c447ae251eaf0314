/** Doctor's look at the DNS of MAIL_FROM: without SPF and DMARC, many mailboxes refuse mail. */
import { Resolver } from 'node:dns/promises'
import { tidyAddress } from '#schema/contract/email-address.ts'
import { type Config, isLoopback } from '#sync-server/config.ts'
import { isCode } from '#sync-server/private-file.ts'
import type { Finding } from './doctor.ts'

const resolver = new Resolver({ timeout: 3_000, tries: 2 })
const records = [
  { part: 'SPF', at: '', starts: 'v=spf1' },
  { part: 'DMARC', at: '_dmarc.', starts: 'v=DMARC1' },
] as const

export async function examineSender({ mailFrom, smtpUrl }: Config): Promise<Finding[]> {
  const domain = tidyAddress(mailFrom).split('@')[1] ?? ''
  if (!smtpUrl || isLoopback(domain)) return []
  return Promise.all(
    records.map(async ({ part, at, starts }): Promise<Finding> => {
      const name = `${at}${domain}`
      try {
        const texts = (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
        const found = texts.find((text) => text.startsWith(starts))
        if (found) return { part, state: 'good', sentence: `${name} has ${found}` }
      } catch (error) {
        if (!isCode(error, 'ENODATA', 'ENOTFOUND')) {
          return { part, state: 'doubtful', sentence: `DNS does not answer for ${name}` }
        }
      }
      const sentence = `${name} has no ${starts} record; your mail provider says which to add`
      return { part, state: 'doubtful', sentence }
    }),
  )
}
