/**
 * The key pair that identifies this installation to push services (VAPID, RFC 8292). Derived from
 * the installation's secret, so it exists from the first start and is the same on every server;
 * after a change of secret, phones subscribe again when their card is opened.
 */
import { createECDH } from 'node:crypto'
import type { Config } from '#sync-server/config.ts'
import { deriveKey } from '#sync-server/secret.ts'

interface PushKeys {
  publicKey: string
  privateKey: string
}

export function pushKeys({ sessionSecret }: Pick<Config, 'sessionSecret'>): PushKeys {
  const privateKey = deriveKey(sessionSecret, 'web push')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
