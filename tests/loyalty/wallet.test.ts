/**
 * Wallet cards, signed with generated keys and checked against the published formats: Google's
 * token (RFC 7515), Apple's archive with its manifest and detached PKCS #7 signature.
 *
 * @module-tag deep
 */
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSPKI, jwtVerify } from 'jose'
import forge from 'node-forge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Wallets } from '#schema/contract/wallet.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'regulars-wallet-'))
const google = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
let signer: forge.pki.Certificate
let running: TestServer
let cafe: TestBusiness

beforeAll(async () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const root = certify('Intermediate', null)
  const leaf = certify('Pass Type ID: pass.com.example.card', root)
  signer = leaf.certificate
  running = await startTestServer({
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_KEY_FILE: write(
      'google.json',
      JSON.stringify({ client_email: 'wallet@example.com', private_key: google.privateKey }),
    ),
    APPLE_WALLET_PASS_TYPE_ID: 'pass.com.example.card',
    APPLE_WALLET_TEAM_ID: 'ABCDE12345',
    APPLE_WALLET_CERTIFICATE_FILE: write('leaf.pem', forge.pki.certificateToPem(leaf.certificate)),
    APPLE_WALLET_KEY_FILE: write('leaf.key', forge.pki.privateKeyToPem(leaf.privateKey)),
    APPLE_WALLET_INTERMEDIATE_FILE: write('root.pem', forge.pki.certificateToPem(root.certificate)),
  })
  cafe = await createTestBusiness(running, { name: 'Élan Café', primaryColor: '#AA3311' })
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true })
})

interface Issued {
  certificate: forge.pki.Certificate
  privateKey: forge.pki.rsa.PrivateKey
}

function certify(commonName: string, issuer: Issued | null): Issued {
  const pem = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const privateKey = forge.pki.privateKeyFromPem(pem.privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pem.publicKey)
  certificate.serialNumber = issuer ? '02' : '01'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  const subject = [{ name: 'commonName', value: commonName }]
  certificate.setSubject(subject)
  certificate.setIssuer(issuer ? issuer.certificate.subject.attributes : subject)
  certificate.sign(issuer ? issuer.privateKey : privateKey, forge.md.sha256.create())
  return { certificate, privateKey }
}

const visitor = () => new TestBrowser(running.url)

async function joinTo(business: TestBusiness) {
  const payload = signUpPayload()
  const joined = await visitor().call('customer.signUp', {
    params: { code: business.code },
    body: payload,
  })
  return { customerId: joined.body.customer.id, memberId: payload.memberId }
}

async function walletsOf(customerId: string): Promise<Wallets> {
  const { body, headers } = await visitor().call('customer.wallets', { params: { customerId } })
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  return body
}

/** Reads an archive whose files are stored uncompressed (APPNOTE.TXT, 4.3.7). */
function filesIn(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = 0
  while (archive.readUInt32LE(at) === 0x04034b50) {
    expect(archive.readUInt16LE(at + 8)).toBe(0)
    const size = archive.readUInt32LE(at + 18)
    const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 30, at + 30 + archive.readUInt16LE(at + 26))
    files.set(name, archive.subarray(start, start + size))
    at = start + size
  }
  return files
}

test('signs Google’s token with the class and the member’s object', async () => {
  const { customerId, memberId } = await joinTo(cafe)
  const { google: link } = await walletsOf(customerId)
  expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/)
  const { payload, protectedHeader } = await jwtVerify(
    String(link).split('/').at(-1) ?? '',
    await importSPKI(google.publicKey, 'RS256'),
    { issuer: 'wallet@example.com', audience: 'google' },
  )
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' })
  const classId = `3388000000012345678.${cafe.businessId}`
  expect(payload).toMatchObject({
    typ: 'savetowallet',
    origins: [running.server.config.publicUrl],
    payload: {
      loyaltyClasses: [
        {
          id: classId,
          issuerName: 'Élan Café',
          programLogo: { sourceUri: { uri: expect.any(String) } },
          hexBackgroundColor: '#AA3311',
          reviewStatus: 'UNDER_REVIEW',
        },
      ],
      loyaltyObjects: [
        {
          id: `3388000000012345678.${memberId}`,
          classId,
          state: 'ACTIVE',
          accountName: 'Bo Castellan',
          loyaltyPoints: { balance: { int: 100 } },
          barcode: {
            type: 'QR_CODE',
            value: `${running.server.config.publicUrl}/member/${memberId}`,
          },
        },
      ],
    },
  })
  expect(JSON.stringify(payload)).not.toContain(customerId)
  const [, logo = ''] = /"uri":"([^"]+)"/.exec(JSON.stringify(payload)) ?? []
  const { pathname, search } = new URL(logo)
  const picture = await fetch(running.url + pathname + search)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('lists every file with its digest in Apple’s manifest and signs it', async () => {
  const { customerId, memberId } = await joinTo(cafe)
  const { apple } = await walletsOf(customerId)
  const answer = await fetch(running.url + apple)
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  const files = filesIn(Buffer.from(await answer.arrayBuffer()))
  const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
  const digests = Object.fromEntries(
    [...files]
      .filter(([name]) => name !== 'manifest.json' && name !== 'signature')
      .map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]),
  )
  expect(Object.keys(digests)).toEqual(
    expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png', 'logo.png']),
  )
  expect(JSON.parse(manifest.toString())).toEqual(digests)

  const pass = JSON.parse(String(files.get('pass.json')))
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.com.example.card',
    teamIdentifier: 'ABCDE12345',
    serialNumber: memberId,
    organizationName: 'Élan Café',
    backgroundColor: 'rgb(170, 51, 17)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(255, 255, 255)',
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: `${running.server.config.publicUrl}/member/${memberId}`,
      },
    ],
    storeCard: { headerFields: [{ value: 100 }], secondaryFields: [{ value: 'Bo Castellan' }] },
  })
  expect(JSON.stringify(pass)).not.toContain(customerId)

  // RFC 5652, 5.4: the signed attributes contain the content's digest and are what is signed.
  const signature = forge.pkcs7.messageFromAsn1(
    forge.asn1.fromDer((files.get('signature') ?? Buffer.alloc(0)).toString('binary')),
  ) as unknown as {
    certificates: forge.pki.Certificate[]
    rawCapture: {
      content?: unknown
      authenticatedAttributes: forge.asn1.Asn1[]
      signature: string
      digestAlgorithm: string
    }
  }
  const { rawCapture, certificates } = signature
  const commonNames = certificates.map(
    (certificate) => certificate.subject.getField('CN').value as string,
  )
  expect(commonNames).toEqual(
    expect.arrayContaining(['Intermediate', 'Pass Type ID: pass.com.example.card']),
  )
  const attributes = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SET,
    true,
    rawCapture.authenticatedAttributes,
  )
  const signed = Buffer.from(forge.asn1.toDer(attributes).getBytes(), 'binary')
  const hash =
    forge.asn1.derToOid(rawCapture.digestAlgorithm) === forge.pki.oids.sha256 ? 'sha256' : 'sha1'
  expect(signed.includes(createHash(hash).update(manifest).digest())).toBe(true)
  const isValid = createVerify(hash)
    .update(signed)
    .verify(forge.pki.publicKeyToPem(signer.publicKey), Buffer.from(rawCapture.signature, 'binary'))
  expect(isValid).toBe(true)
})

test('offers no wallet to staff or strangers', async () => {
  const { memberId } = await joinTo(cafe)
  const owner = await visitor().signIn(cafe.ownerEmail)
  for (const browser of [visitor(), owner]) {
    for (const call of ['customer.wallets', 'customer.applePass'] as const) {
      expect((await browser.call(call, { params: { customerId: memberId } })).status).toBe(404)
    }
  }
})

test('limits passes per network and minute, because signing blocks other calls', async () => {
  running.turnClock(60_000)
  const { customerId } = await joinTo(cafe)
  const ask = async () => {
    const answer = await visitor().call('customer.applePass', { params: { customerId } })
    return answer.status
  }
  const passes = serverLimits.walletPassesPerNetworkPerMinute
  for (let n = 0; n < passes; n += 1) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  running.turnClock(60_000)
  expect(await ask()).toBe(200)
}, 120_000)
