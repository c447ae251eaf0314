/**
 * The operator's keys for wallet passes, read once at startup. Each wallet needs all its settings
 * or none: an incomplete set stops startup with a sentence, and without any, customers aren't
 * offered that wallet.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface GoogleWalletKeys {
  issuerId: string
  /** Address of the service account that signs. */
  email: string
  /** PEM, PKCS#8. */
  privateKey: string
}

export interface AppleWalletKeys {
  passTypeId: string
  teamId: string
  /** PEM: the pass type's certificate, its key, and Apple's intermediate certificate. */
  certificate: string
  privateKey: string
  intermediate: string
}

export interface WalletKeys {
  google: GoogleWalletKeys | undefined
  apple: AppleWalletKeys | undefined
}

type Environment = Record<string, string | undefined>

/** @throws Error with a sentence that names the setting; values are never quoted */
export function readWalletKeys(env: Environment): WalletKeys {
  return { google: readGoogleKeys(env), apple: readAppleKeys(env) }
}

function readGoogleKeys(env: Environment): GoogleWalletKeys | undefined {
  const given = allOrNone(env, ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_KEY_FILE'])
  if (!given) return undefined
  const [issuerId = '', file = ''] = given
  if (!/^\d{5,30}$/.test(issuerId)) {
    throw new Error('GOOGLE_WALLET_ISSUER_ID must be the number of your issuer account.')
  }
  return attempt('GOOGLE_WALLET_KEY_FILE', 'the JSON key file of a service account', () => {
    const account: { client_email?: unknown; private_key?: unknown } = JSON.parse(
      readFileSync(file, 'utf8'),
    )
    const privateKey = String(account.private_key)
    createPrivateKey(privateKey)
    if (typeof account.client_email !== 'string') throw new Error('no client_email')
    return { issuerId, email: account.client_email, privateKey }
  })
}

function readAppleKeys(env: Environment): AppleWalletKeys | undefined {
  const given = allOrNone(env, [
    'APPLE_WALLET_PASS_TYPE_ID',
    'APPLE_WALLET_TEAM_ID',
    'APPLE_WALLET_CERTIFICATE_FILE',
    'APPLE_WALLET_KEY_FILE',
    'APPLE_WALLET_INTERMEDIATE_FILE',
  ])
  if (!given) return undefined
  const [passTypeId = '', teamId = '', certificateFile = '', keyFile = '', intermediateFile = ''] =
    given
  const readCertificate = (name: string, file: string) =>
    attempt(name, 'a certificate in PEM', () => {
      const pem = readFileSync(file, 'utf8')
      new X509Certificate(pem)
      return pem
    })
  const certificate = readCertificate('APPLE_WALLET_CERTIFICATE_FILE', certificateFile)
  const intermediate = readCertificate('APPLE_WALLET_INTERMEDIATE_FILE', intermediateFile)
  const privateKey = attempt(
    'APPLE_WALLET_KEY_FILE',
    'the private key of that certificate, in PEM',
    () => {
      const pem = readFileSync(keyFile, 'utf8')
      if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(pem))) {
        throw new Error('of another certificate')
      }
      return pem
    },
  )
  return { passTypeId, teamId, certificate, privateKey, intermediate }
}

function allOrNone(env: Environment, names: readonly string[]): string[] | null {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new Error(`${missing[0]} must be set too: ${names.join(', ')}.`)
  return names.map((name) => env[name] ?? '')
}

function attempt<Read>(name: string, what: string, read: () => Read): Read {
  try {
    return read()
  } catch {
    throw new Error(`${name} must name a file that can be read: ${what}.`)
  }
}
