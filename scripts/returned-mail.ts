/**
 * `regulars returned-mail`: reads one delivery status notification from its input. It ends with 0
 * for any message, so that the mail server sends no reply.
 */
import { noteReturned, readNotification } from '#sync-server/email/returned.ts'
import { onServer, say } from './on-server.ts'

const bytesMax = 1_000_000

export async function takeReturnedMail(): Promise<void> {
  const source = await readInput()
  const returned = source ? await readNotification(source) : []
  if (returned.length === 0) return say('This message reports no mail of ours.')
  await onServer(async (server) => {
    for (const mail of returned) {
      const isKnown = await noteReturned(server, mail)
      say(isKnown ? `Noted: ${mail.status}.` : 'This mail is not known any more.')
    }
  })
}

/** @returns null for more than any notification needs */
async function readInput(): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    size += chunk.length
    if (size <= bytesMax) chunks.push(chunk)
  }
  return size > bytesMax ? null : Buffer.concat(chunks)
}
