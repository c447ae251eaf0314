/**
 * Whether an answer's time tells if an address has an account: medians of interleaved tries for a
 * known and an unknown one (trust-ux.md 3). Counted tries are forgotten between two of them.
 */
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import type { Figure } from './figure.ts'
import { median, spanMs } from './measure.ts'

const tries = 80
const apartMostMs = 5

type Ask = (email: string) => Promise<{ status: number }>

export async function measureTiming(): Promise<Figure[]> {
  const app = await startApp()
  try {
    const figures: Figure[] = []
    for (const [name, ask] of Object.entries(await callsOf(app))) {
      const known: number[] = []
      const unknown: number[] = []
      for (let turn = 0; turn < tries; turn += 1) {
        const stranger = `nobody-${turn}@example.com`
        const order = turn % 2 === 0 ? [true, false] : [false, true]
        for (const isKnown of order) {
          await forget(app)
          const ms = await spanMs(() => ask(isKnown ? app.owner.email : stranger))
          // The first ones warm up.
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

async function callsOf(app: RunningApp): Promise<Record<string, Ask>> {
  const admin = await new TestBrowser(app.url).signIn(app.superAdmin.email, app.superAdmin.password)
  await admin.call('auth.elevate', { body: { password: app.superAdmin.password } })
  const invited = await admin.call('admin.createInviteCode', {
    body: { businessName: 'Measured', email: 'measured@example.com' },
  })
  const stranger = () => new TestBrowser(app.url)
  return {
    'login, wrong password': expecting(401, (email) =>
      stranger().call('auth.login', { body: { email, password: 'Wrong-Horse-7' } }),
    ),
    'forgot password': expecting(200, (email) =>
      stranger().call('auth.forgotPassword', { body: { email } }),
    ),
    register: expecting(200, (email) =>
      stranger().call('auth.register', {
        body: {
          email,
          password: 'Correct-Horse-7',
          confirmPassword: 'Correct-Horse-7',
          firstName: 'Ada',
          lastName: 'Measured',
          inviteCode: invited.body.code,
        },
      }),
    ),
  }
}

/** A refused try would take another way through the server, and measure nothing. */
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
