/** Reads the development mailbox, as a person reads their mail. */
import { expect } from '@playwright/test'
import { type ReceivedMail, readMails } from '#tests/support/mail.ts'
import type { RunningApp } from './app.ts'

export { linkIn } from '#tests/support/mail.ts'

/** The newest mail of a kind to an address, waited for. */
export async function awaitMail(
  app: Pick<RunningApp, 'url'>,
  address: string,
  kind: string,
): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(async () => {
      found = (await readMails(app, address)).find((mail) => mail.kind === kind)
      return found?.to
    })
    .toBe(address)
  if (!found) throw new Error(`${address} got no ${kind} mail`)
  return found
}

export function codeIn({ subject }: ReceivedMail): string {
  const [code] = subject.match(/^\d{6}/) ?? []
  if (!code) throw new Error(`no code in "${subject}"`)
  return code
}
