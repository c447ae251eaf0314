/** Reads the development mailbox, as a person reads their mail. */
import { mailboxPath } from '#sync-server/email/mailbox-address.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testSessionSecret } from '#tests/support/cluster.ts'
import type { TestServer } from '#tests/support/server.ts'

export interface ReceivedMail {
  to: string
  kind: string
  subject: string
  text: string
  html: string
}

/** Newest first. */
export async function readMails(
  { url }: Pick<TestServer, 'url'>,
  address: string,
): Promise<ReceivedMail[]> {
  const answer = await new TestBrowser(url).send('GET', mailboxPath(testSessionSecret))
  const mails = answer.body as ReceivedMail[]
  return mails.filter(({ to }) => to === address)
}

export async function readMail(
  running: Pick<TestServer, 'url'>,
  address: string,
): Promise<ReceivedMail> {
  const [mail] = await readMails(running, address)
  if (!mail) throw new Error(`${address} got no mail`)
  return mail
}

export async function readCode(running: Pick<TestServer, 'url'>, address: string): Promise<string> {
  const { subject } = await readMail(running, address)
  const [code] = subject.match(/^\d{6}/) ?? []
  if (!code) throw new Error(`no code in "${subject}"`)
  return code
}

/** A code that is not this one. */
export function otherCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}
