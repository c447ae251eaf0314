/** Starts servers as an operator does: each as its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { clearPrograms, projectRoot } from '#tests/start/programs.ts'
import { testSessionSecret } from '#tests/support/run.ts'

export interface Started {
  child: ChildProcess
  /** Its output once it is ready or has exited. */
  said: Promise<string>
}

export const started: Started[] = []
export async function stopStarted(): Promise<void> {
  for (const { child } of started.splice(0)) await stop(child)
  await clearPrograms()
}

/** @returns its exit code */
export async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  return code
}

/** Runs a script of this project as a process of its own. */
export const startScript = (script: string, settings: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      SESSION_SECRET: testSessionSecret,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

export function startServer(ownerUrl: string, settings: Record<string, string>): Started {
  const child = startScript('sync-server/main.ts', { DATABASE_URL: ownerUrl, ...settings })
  let text = ''
  const said = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      if (/Mails are kept|Phones need https|TRUSTED_PROXIES/.test(text)) resolve(text)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => resolve(text))
  })
  const program = { child, said }
  started.push(program)
  return program
}
