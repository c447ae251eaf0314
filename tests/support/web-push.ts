/**
 * A push service like a browser's (RFC 8030): accepts messages for subscribed phones, checks their
 * sender (RFC 8292), and decrypts them like the phone (RFC 8291).
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import type { NotificationSetting, PushMessage } from '#schema/contract/notification.ts'

export interface Phone {
  subscription: NotificationSetting['subscription']
  messages: PushMessage[]
}

export interface PushService {
  url: string
  /** Status of the next answers; 201 accepts messages. */
  status: number
  /** Where 307 answers point. */
  location: string
  /** Paths in the order of the requests. */
  asked: string[]
  subscribe(): Phone
  close(): Promise<void>
}

/** @param publicKey the application server's, in base64url */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  const phones = new Map<string, { phone: Phone; open(body: Buffer): PushMessage }>()
  const http = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    service.asked.push(request.url ?? '')
    const found = phones.get(request.url ?? '')
    const sender = /^vapid t=([^,]+), ?k=(.+)$/.exec(request.headers.authorization ?? '')
    if (!found || request.method !== 'POST' || !Number(request.headers.ttl)) {
      return response.writeHead(404).end()
    }
    if (sender?.[2] !== publicKey() || !(await isSigned(sender[1] ?? '', publicKey()))) {
      return response.writeHead(403).end()
    }
    if (service.status === 201) found.phone.messages.push(found.open(body))
    const { status, location } = service
    response.writeHead(status, status === 307 ? { Location: location } : {}).end()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const service: PushService = {
    url: `http://127.0.0.1:${port}`,
    status: 201,
    location: '/',
    asked: [],
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/${randomBytes(8).toString('hex')}`
      const phone: Phone = {
        subscription: {
          endpoint: service.url + path,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        messages: [],
      }
      const open = (body: Buffer) => JSON.parse(decrypt(body, keys, auth)) as PushMessage
      phones.set(path, { phone, open })
      return phone
    },
    async close() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return service

  async function isSigned(token: string, key: string): Promise<boolean> {
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const verified = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
      audience: service.url,
    }).catch(() => null)
    return Boolean(verified?.payload.sub)
  }
}

/** One record of aes128gcm (RFC 8188), keyed as in RFC 8291 §3.4. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const derive = (secret: Buffer, over: Buffer, about: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, over, about, length))
  const shared = derive(keys.computeSecret(sender), auth, info, 32)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(shared, salt, 'Content-Encoding: nonce\0', 12),
  )
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
