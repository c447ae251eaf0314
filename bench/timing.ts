/**
 * Checks that an answer's time doesn't reveal whether an address has an account: medians of
 * alternating tries for a known and an unknown one (docs/trust.md 3). Attempt counters are reset
 * between tries.
 */
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import type { Figure } from './figure.ts'
import { median, spanMs } from './measure.ts'

const tries = 80
const apartMostMs = 5

type Ask = (email: string) => Promise<{ status: number }>
/** Prepares everything up to the call that is timed. */
type Prepare = (email: string) => Promise<Ask>

export async function measureTiming(): Promise<Figure[]> {
  const app = await startApp()
  try {
    const figures: Figure[] = []
    for (const [name, prepare] of Object.entries(await callsOf(app))) {
      const known: number[] = []
      const unknown: number[] = []
      for (let turn = 0; turn < tries; turn += 1) {
        const stranger = `nobody-${turn}@example.com`
        const order = turn % 2 === 0 ? [true, false] : [false, true]
        for (const isKnown of order) {
          await forget(app)
          const email = isKnown ? app.owner.email : stranger
          const ask = await prepare(email)
          const ms = await spanMs(() => ask(email))
          // The first ones only warm up.
          if (turn >= tries / 8) (isKnown ? known : unknown).push(ms)
        }
      }
      const medians = { known: median(known), unknown: median(unknown) }
      figures.push(
        {
          what: `${name}, known address`,
          measured: medians.known,
          unit: 'ms',
          baseline: { what: 'unknown address', measured: medians.unknown },
        },
        {
          what: `${name}, apart`,
          measured: Math.abs(medians.known - medians.unknown),
          unit: 'ms',
          bar: { kind: 'bar', of: 'figure', most: apartMostMs },
        },
      )
    }
    return figures
  } finally {
    await app.close()
  }
}

async function callsOf(app: RunningApp): Promise<Record<string, Prepare>> {
  const admin = await new TestBrowser(app.url).signIn(app.superAdmin.email, app.superAdmin.password)
  /** An invite works for its own address only. */
  const invite = async (email: string) => {
    await admin.call('auth.elevate', { body: { password: app.superAdmin.password } })
    const body = { businessName: `Measured ${crypto.randomUUID()}`, email }
    return (await admin.call('admin.createInviteCode', { body })).body.code
  }
  const stranger = () => new TestBrowser(app.url)
  return {
    'login, wrong password': async () =>
      expecting(401, (email) =>
        stranger().call('auth.login', { body: { email, password: 'Wrong-Horse-7' } }),
      ),
    'forgot password': async () =>
      expecting(200, (email) => stranger().call('auth.forgotPassword', { body: { email } })),
    'reset password, wrong code': async (email) => {
      const { userId } = (await stranger().call('auth.forgotPassword', { body: { email } })).body
      const body = { userId, otpCode: '000000', newPassword: 'Lantern-Quay-58' }
      return expecting(400, () => stranger().call('auth.resetPassword', { body }))
    },
    register: async (email) => {
      const inviteCode = await invite(email)
      return expecting(200, () =>
        stranger().call('auth.register', {
          body: {
            email,
            password: 'Correct-Horse-7',
            confirmPassword: 'Correct-Horse-7',
            firstName: 'Ada',
            lastName: 'Measured',
            inviteCode,
          },
        }),
      )
    },
  }
}

/** A refused try would take another path through the server and measure nothing. */
function expecting(status: number, ask: Ask): Ask {
  return async (email) => {
    const answer = await ask(email)
    if (answer.status !== status) throw new Error(`${email}: ${answer.status}, not ${status}`)
    return answer
  }
}

async function forget(app: RunningApp): Promise<void> {
  await app.ask((sql) => sql`delete from attempt`)
  await app.ask((sql) => sql`delete from one_time_code`)
  await app.ask((sql) => sql`delete from email_queue`)
}
