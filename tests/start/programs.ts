/** Starts and kills programs with an embedded database, and records their output. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { quickFolder } from '#tests/support/quick-folder.ts'

export const asRoot = process.getuid?.() === 0
export const projectRoot = resolve(import.meta.dirname, '..', '..')

export type Program = {
  child: ChildProcess
  said(): string
  /** Rejects if the program exits instead. */
  ready: Promise<{ ownerUrl: string; startMs: number }>
  exited: Promise<number | null>
}

const programs: Program[] = []
const folders: string[] = []

export function startProgram(dataDir: string, env: NodeJS.ProcessEnv = {}, root = projectRoot) {
  const path = join(root, 'tests', 'start', 'database-program.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', path], {
    cwd: root,
    // In its own process group, so that a test can kill it with all its children.
    detached: true,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const ready = new Promise<{ ownerUrl: string; startMs: number }>((resolveReady, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      const [, ownerUrl, startMs] = /^ready (\S+) (\d+)$/m.exec(text) ?? []
      if (ownerUrl) resolveReady({ ownerUrl, startMs: Number(startMs) })
    })
    void exited.then((code) => reject(new Error(`ended with ${code}: ${text}`)))
  })
  ready.catch(() => {})
  const program = { child, said: () => text, ready, exited }
  programs.push(program)
  return program
}

export async function stopProgram(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  await program.exited
}

/** Kills the program only; its PostgreSQL keeps running. */
export async function killProgram(program: Program): Promise<void> {
  program.child.kill('SIGKILL')
  await program.exited
}

export function makeDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(quickFolder(), 'regulars-start-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

let made: Promise<{ dataDir: string; madeMs: number }> | undefined

async function makeDatabase() {
  const dataDir = makeDataDir()
  const program = startProgram(dataDir)
  const { startMs } = await program.ready
  await stopProgram(program)
  return { dataDir, madeMs: startMs }
}

/** A folder with a copy of a stopped database, and how long creating the original took. */
export async function copyDatabase() {
  made ??= makeDatabase()
  const { dataDir: original, madeMs } = await made
  const dataDir = makeDataDir()
  // `fs.cp` would make root the owner of PostgreSQL's files.
  execFileSync('cp', ['-a', `${original}/.`, dataDir])
  return { dataDir, madeMs }
}

export function removeLater(folder: string): void {
  folders.push(folder)
}

export function readPostmasterPid(cluster: string): number {
  const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

export async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 30 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Stops everything a test file started, including PostgreSQL, and removes its folders. */
export async function clearPrograms(): Promise<void> {
  await Promise.all(programs.map(stopProgram))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  made = undefined
}
