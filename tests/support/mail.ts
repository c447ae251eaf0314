/**
 * Mail as its recipient gets it: the development mailbox, and a test mail server that receives what
 * is really sent.
 */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { mailboxPath } from '#sync-server/email/mailbox-address.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { testSessionSecret } from '#tests/support/run.ts'
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

/** The address of the mail's button. */
export function linkIn({ text }: ReceivedMail): string {
  const [link] = text.match(/https?:\/\/\S+/) ?? []
  if (!link) throw new Error('no link in the mail')
  return link
}

/** A code other than this one. */
export function otherCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

interface PostOffice {
  url: string
  /** Server settings that send mails here. */
  settings: { SMTP_URL: string; MAIL_FROM: string }
  close(): Promise<void>
}

/** Accepts every mail, unless an option refuses it. */
export async function openPostOffice(
  onMail: (source: Buffer, addresses: string[]) => Promise<void> | void,
  options: Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo'> = {},
): Promise<PostOffice> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await onMail(
          Buffer.concat(chunks),
          envelope.rcptTo.map(({ address }) => address),
        )
        done()
      })
    },
    ...options,
  })
  // A sender killed during delivery resets its connection; that mail doesn't count as received.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  return {
    url,
    settings: { SMTP_URL: url, MAIL_FROM: 'Regulars <hello@regulars.example>' },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A delivery status notification, as Postfix writes it. */
export function notificationOf({
  messageId,
  recipient,
  status = '5.1.1',
  action = 'failed',
}: {
  messageId: string
  recipient: string
  status?: string
  action?: string
}): string {
  return `From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: hello@regulars.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Fri, 27 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} <${recipient}>: Recipient address
    rejected: User unknown

--b1
Content-Type: text/rfc822-headers

From: Daily Grind <hello@regulars.example>
To: ${recipient}
Message-ID: <${messageId}@localhost>
Subject: Your card

--b1--
`.replaceAll('\n', '\r\n')
}
