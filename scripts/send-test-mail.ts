/** `regulars send-test-mail`: proves that SMTP_URL and MAIL_FROM work, without the queue. */
import { email } from '#schema/contract/person.ts'
import { ConfigProblem, readConfig } from '#sync-server/config.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import { openTransport } from '#sync-server/email/transport.ts'
import { say } from './on-server.ts'

export async function sendTestMail(address: string): Promise<void> {
  const config = readConfig(process.env)
  const to = email.safeParse(address)
  if (!to.success) throw new ConfigProblem('EMAIL must be an e-mail address.')
  const transport = openTransport(config)
  if (!transport) throw new ConfigProblem('SMTP_URL must be set to send mail.')
  const mail = {
    from: config.mailFrom,
    to: to.data,
    subject: 'A test mail from Regulars',
    text: `Sent by "regulars send-test-mail" of ${config.publicUrl}.\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  try {
    const { response } = await transport.sendMail(mail)
    say(`The relay took the mail for ${address}: ${response}`)
  } catch (error) {
    throw new ConfigProblem(
      `The mail was not sent (${reasonOf(error)}): check SMTP_URL and MAIL_FROM.`,
    )
  } finally {
    transport.close()
  }
}
