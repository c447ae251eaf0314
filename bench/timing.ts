/**
 * Checks that an answer's time doesn't reveal whether an address has an account: medians of
 * alternating tries for a known and an unknown one (docs/trust.md 3). Attempt counters are reset
 * between tries.
 */
import type { RunningApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { bar, type Figure, figure } from './figure.ts'
import { inTurns, median, spanMs } from './measure.ts'
import { openApp } from './open-app.ts'

const rounds = 70
const warmUps = 10
const apartMostMs = 5

/** Prepares everything up to the call that is timed. */
type Prepare = (email: string) => Promise<() => Promise<{ status: number }>>

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  const figures: Figure[] = []
  for (const [name, [status, prepare]] of Object.entries(await callsOf(app))) {
    const time = async (email: string) => {
      for (const table of ['attempt', 'one_time_code', 'email_queue'])
        await app.sql`delete from ${app.sql(table)}`
      const ask = await prepare(email)
      return spanMs(async () => {
        const answer = await ask()
        // A refused try would take another path through the server and measure nothing.
        if (answer.status !== status) throw new Error(`${email}: ${answer.status}, not ${status}`)
      })
    }
    const known = () => time(app.owner.email)
    const unknown = () => time(`nobody-${crypto.randomUUID()}@example.com`)
    const taken = await inTurns(rounds, { known, unknown }, warmUps)
    const apart = Math.abs(median(taken.known) - median(taken.unknown))
    figures.push(figure(`${name}, apart`, apart, 'ms', { bar: bar(apartMostMs) }))
  }
  return figures
}

/** With the status that each is answered with. */
async function callsOf(app: RunningApp): Promise<Record<string, [number, Prepare]>> {
  const admin = await new TestBrowser(app.url).signIn(app.superAdmin.email, app.superAdmin.password)
  /** An invite works for its own address only. */
  const invite = async (email: string) => {
    await admin.call('auth.elevate', { body: { password: app.superAdmin.password } })
    const body = { businessName: `Measured ${crypto.randomUUID()}`, email }
    return (await admin.call('admin.createInviteCode', { body })).body.code
  }
  const stranger = () => new TestBrowser(app.url)
  const forget = (email: string) => stranger().call('auth.forgotPassword', { body: { email } })
  return {
    'login, wrong password': [
      401,
      async (email) => () =>
        stranger().call('auth.login', { body: { email, password: 'Wrong-Horse-7' } }),
    ],
    'forgot password': [200, async (email) => () => forget(email)],
    'reset password, wrong code': [
      400,
      async (email) => {
        const { userId } = (await forget(email)).body
        const body = { userId, otpCode: '000000', newPassword: 'Lantern-Quay-58' }
        return () => stranger().call('auth.resetPassword', { body })
      },
    ],
    register: [
      200,
      async (email) => {
        const password = 'Correct-Horse-7'
        const person = { email, password, firstName: 'Ada', lastName: 'Measured' }
        const body = { ...person, confirmPassword: password, inviteCode: await invite(email) }
        return () => stranger().call('auth.register', { body })
      },
    ],
  }
}
