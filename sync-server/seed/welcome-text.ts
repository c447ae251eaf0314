/** The startup message: the URL and how to sign in. */

import { printedSignUpUrl } from '#schema/contract/address.ts'
import type { Config } from '#sync-server/config.ts'
import { mailboxPath } from '#sync-server/email/mailbox-address.ts'
import type { Seeded } from './seed.ts'

export function welcomeText(config: Config, seeded: Seeded): string {
  const lines = ['', `Regulars is ready: ${config.publicUrl}`, '']
  if (seeded.demo.length > 0) {
    lines.push(`Sign in at ${config.publicUrl}/login to try ${seeded.demoBusiness}:`)
    for (const { role, email, password } of seeded.demo) {
      lines.push(`  ${role.padEnd(12)} ${email}  ${password}`)
    }
    lines.push('')
  }
  if (seeded.superAdmin) {
    const { email, password } = seeded.superAdmin
    lines.push(
      'The super admin, shown this once:',
      `  ${'Super admin'.padEnd(12)} ${email}  ${password}`,
    )
    lines.push('')
  }
  if (seeded.superAdminFile) {
    lines.push(
      `The super admin's sign-in is kept in ${seeded.superAdminFile}: use it, change the password, and remove the file.`,
      '',
    )
  }
  if (seeded.superAdminIgnored) {
    lines.push(
      'SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD make the first super admin only: there is one already, so they changed nothing.',
      '',
    )
  }
  if (seeded.signUpCode) {
    lines.push(
      'Join as a customer, as a QR sticker leads there:',
      `  ${printedSignUpUrl(config.publicUrl, seeded.signUpCode)}`,
      '',
    )
  }
  if (!config.production)
    lines.push(`Mails are kept at ${config.publicUrl}${mailboxPath(config.sessionSecret)}`)
  if (!config.publicUrl.startsWith('https:')) {
    lines.push(
      'Phones need https for the camera and for installing: put a proxy that speaks https in',
      'front and set PUBLIC_URL to its address (docs/operations.md says how).',
    )
  }
  return lines.join('\n')
}
