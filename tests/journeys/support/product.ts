/** The product's own process at an address that stays the same. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '#tests/support/free-port.ts'
import { testSessionSecret } from '#tests/support/run.ts'

export interface SignIn {
  email: string
  password: string
}

export interface Product {
  url: string
  superAdmin: SignIn
  /** The output of startup: where to look, and how to sign in. */
  printed(): string
  isRunning(): boolean
  /** Starts this checkout, or the one in a folder. */
  start(changed?: Record<string, string>, folder?: string): Promise<void>
  /** SIGTERM, as from Ctrl-C: it closes everything before it ends. */
  stop(): Promise<void>
  /** SIGKILL, as in a power cut. */
  kill(): Promise<void>
}

/** Set for a run of journeys: the server bundled into one file. */
export const bundleVariable = 'REGULARS_TEST_SERVER'

const superAdmin = { email: 'super@example.com', password: 'Super-Admin-77' }

export async function makeProduct(settings: Record<string, string>): Promise<Product> {
  const port = await findFreePort()
  let child: ChildProcess | null = null
  let printed = ''

  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  return {
    url: `http://localhost:${port}`,
    superAdmin,
    printed: () => printed,
    isRunning,
    async start(changed = {}, folder) {
      printed = ''
      const bundle = folder ? undefined : process.env[bundleVariable]
      const program = bundle ? [bundle] : ['--import', 'tsx', 'sync-server/main.ts']
      child = spawn(process.execPath, program, {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          NODE_ENV: 'test',
          // On a busy machine, the server must not send the app's page in place of the written one.
          PAGE_PATIENCE_MS: '30000',
          PORT: String(port),
          SESSION_SECRET: testSessionSecret,
          SUPER_ADMIN_EMAIL: superAdmin.email,
          SUPER_ADMIN_PASSWORD: superAdmin.password,
          ...settings,
          ...changed,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const running = child
      let complained = ''
      running.stderr?.on('data', (chunk) => {
        complained += chunk
      })
      await new Promise<void>((resolve, reject) => {
        running.stdout?.on('data', (chunk) => {
          printed += chunk
          if (printed.includes('Mails are kept')) resolve()
        })
        running.once('exit', (code) =>
          reject(new Error(`The server ended (${code}): ${complained}`)),
        )
      })
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
