/**
 * Uploaded pictures: only PNG, JPEG or WebP is read, a few at a time, and always re-encoded, so no
 * byte of the uploaded file is ever served.
 */
import sharp, { type Sharp } from 'sharp'
import { limitConcurrency, limitConcurrencyByOwner } from '#sync-server/concurrency-limit.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { refuse, refuseBusy } from './refuse.ts'

// One thread per picture: more would take processors from password hashing.
sharp.concurrency(1)

/** Decoding a picture takes far more memory than its file size. */
const inTurnOfAll = limitConcurrency({
  atOnce: serverLimits.photosAtOnce,
  waitingMax: serverLimits.photosWaiting,
  refuse: refuseBusy,
})
const inOwnTurn = limitConcurrencyByOwner({
  atOnce: 1,
  waitingMax: serverLimits.photosWaitingPerBusiness,
  refuse: refuseBusy,
})

/** Only one picture per business competes with other businesses; its next ones wait behind it. */
export function inPictureTurn<T>(businessId: string, work: () => Promise<T>): Promise<T> {
  return inOwnTurn(businessId, () => inTurnOfAll(work))
}

/** Magic bytes; a file without them isn't even opened. */
const signatures: [string, (bytes: Buffer) => boolean][] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  [
    'webp',
    (bytes) =>
      bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
      bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  ],
]

/**
 * @throws Refusal photo_unreadable for other formats, damaged files and decoding that takes too
 * long; photo_too_many_pixels
 */
export async function decodePicture(
  bytes: Buffer,
  write: (picture: Sharp) => Promise<Buffer>,
): Promise<Buffer> {
  const format = signatures.find(([, matches]) => matches(bytes))?.[0]
  if (!format) refuse('photo_unreadable')
  // Reads only the file's header, to know the size before decoding.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('photo_unreadable'))
  if (head.format !== format) refuse('photo_unreadable')
  const { photoPixelsRead: limitInputPixels, photoSidePixels, photoSeconds: seconds } = serverLimits
  const { width, height } = head
  if (Math.max(width, height) > photoSidePixels) refuse('photo_too_many_pixels')
  if (width * height > limitInputPixels) refuse('photo_too_many_pixels')
  try {
    return await write(sharp(bytes, { limitInputPixels, failOn: 'error' }).timeout({ seconds }))
  } catch {
    return refuse('photo_unreadable')
  }
}
