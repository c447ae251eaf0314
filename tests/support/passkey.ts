/**
 * A software authenticator (WebAuthn Level 3): one P-256 key, no attestation. It returns what a
 * browser would, and can be told to lie about the page it is on.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { MadePasskey, UsedPasskey } from '#schema/contract/second-factor.ts'

interface Page {
  origin: string
  host: string
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const userIsPresent = 0x01
const hasCredential = 0x40

export class TestPasskey {
  readonly id = randomBytes(16)
  readonly #page: Page
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0

  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl)
    this.#page = { origin, host: hostname }
  }

  make({ challenge }: Record<string, unknown>, page = this.#page): MadePasskey {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
    ])
    return {
      id: toText(this.id),
      rawId: toText(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: toText(clientOf('webauthn.create', challenge, page)),
        attestationObject: toText(
          attestationOf(Buffer.concat([this.#state(page, hasCredential), credential])),
        ),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  use({ challenge }: Record<string, unknown>, page = this.#page): UsedPasskey {
    this.counter += 1
    const client = clientOf('webauthn.get', challenge, page)
    const state = this.#state(page, 0)
    const signed = Buffer.concat([state, createHash('sha256').update(client).digest()])
    return {
      id: toText(this.id),
      rawId: toText(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: toText(client),
        authenticatorData: toText(state),
        signature: toText(sign('sha256', signed, this.#keys.privateKey)),
      },
      clientExtensionResults: {},
    }
  }

  #state({ host }: Page, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const rpHash = createHash('sha256').update(host).digest()
    return Buffer.concat([rpHash, Buffer.from([userIsPresent | flags]), counter])
  }
}

function clientOf(type: string, challenge: unknown, { origin }: Page): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

// The part of CBOR (RFC 8949) that these two values need.

const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const bytes = (value: Buffer) =>
  Buffer.concat([
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.from([0x59, value.length >> 8, value.length & 0xff]),
    value,
  ])

/** { fmt: 'none', attStmt: {}, authData } */
function attestationOf(state: Buffer): Buffer {
  const entries = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]
  return Buffer.concat([Buffer.from([0xa3]), ...entries, text('authData'), bytes(state)])
}

/** { 1: 2, 3: -7, -1: 1, -2: x, -3: y }: an ES256 key on P-256 (RFC 9053). */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)])
}
