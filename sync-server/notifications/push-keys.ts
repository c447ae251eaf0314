/**
 * The key pair by which push services know this installation (VAPID, RFC 8292). It follows from the
 * installation's secret, so it is there from the first start and the same on every server; with
 * another secret, phones subscribe again when their card is opened.
 */
import { createECDH } from 'node:crypto'
import type { Config } from '#sync-server/config.ts'
import { deriveKey } from '#sync-server/secret.ts'

export interface PushKeys {
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
