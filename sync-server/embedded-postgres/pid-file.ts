/**
 * PostgreSQL's `postmaster.pid`: finds the process running on the folder, and cleans up a file that
 * a crash left behind.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from '#sync-server/embedded-postgres/binaries.ts'
import type { DatabaseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { isCode, readIfPresent } from '#sync-server/private-file.ts'

const exitPollMs = 20
const impossiblePid = '99999999'
const fillMsMax = 500

/** The folder's running postmaster, if any. */
export function findPostmaster(folder: DatabaseFolder): { pid: number; port: number } | undefined {
  const [pid, , , port] = readPidFile(folder)?.split('\n') ?? []
  const found = { pid: Number(pid), port: Number(port) }
  return isPostmaster(found.pid, folder) ? found : undefined
}

/** Polls, because the process isn't our child. */
export async function waitForExit(pid: number): Promise<void> {
  while (isRunning(pid) && !isZombie(pid)) await pause(exitPollMs)
}

/**
 * After a crash, the pid in the file may belong to an unrelated process or a zombie, and PostgreSQL
 * would refuse to start. Replaces it with a pid that no process has and keeps the rest of the file,
 * where PostgreSQL looks for survivors of the crash.
 *
 * A rival's PostgreSQL may be starting right now. It replaces the file, so writing to the one we
 * opened doesn't affect the rival's; and it fills its own at once, so only an older empty file
 * stays empty.
 */
export function disownPidFile(folder: DatabaseFolder): void {
  const file = openPidFile(folder)
  if (file === undefined) return
  try {
    const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    if (pid === '') {
      if (Date.now() - fstatSync(file).mtimeMs > fillMsMax) {
        rmSync(pidFileOf(folder), { force: true })
      }
    } else if (!isPostmaster(Number(pid), folder)) {
      ftruncateSync(file)
      writeSync(file, `${[impossiblePid, ...rest].join('\n')}\n`, 0)
    }
  } finally {
    closeSync(file)
  }
}

function openPidFile(folder: DatabaseFolder): number | undefined {
  try {
    // Don't follow links: the folder may belong to a user with fewer rights than ours.
    return openSync(pidFileOf(folder), constants.O_RDWR | constants.O_NOFOLLOW)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function pidFileOf(folder: DatabaseFolder): string {
  return join(folder.cluster, 'postmaster.pid')
}

function readPidFile(folder: DatabaseFolder): string | undefined {
  return readIfPresent(pidFileOf(folder))
}

/**
 * The postmaster's working directory is its data folder; any other process with its pid is
 * unrelated.
 */
function isPostmaster(pid: number, folder: DatabaseFolder): boolean {
  if (!(pid > 0) || !isRunning(pid) || isZombie(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder.cluster
  } catch {
    return false
  }
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
