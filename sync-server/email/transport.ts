/** Connects to the relay of SMTP_URL, with the same protection for every mail. */
import { createTransport } from 'nodemailer'
import { type Config, isLoopback } from '#sync-server/config.ts'

/** @returns null without a relay */
export function openTransport(config: Pick<Config, 'production' | 'smtpUrl'>) {
  if (!config.smtpUrl) return null
  return createTransport({
    url: config.smtpUrl,
    requireTLS: mustProtect(config),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Codes and links must not cross a network unencrypted: without TLS at the relay, mails wait. */
function mustProtect({ production, smtpUrl = '' }: Pick<Config, 'production' | 'smtpUrl'>) {
  return production && !isLoopback(new URL(smtpUrl).hostname)
}
