/**
 * PostgreSQL's own note of who runs on the folder, `postmaster.pid`: who is alive, and what is
 * done with a note that a crash left behind.
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

/** The running postmaster of the folder, if there is one. */
export function findPostmaster(folder: DatabaseFolder): { pid: number; port: number } | undefined {
  const [pid, , , port] = readPidFile(folder)?.split('\n') ?? []
  const found = { pid: Number(pid), port: Number(port) }
  return isPostmaster(found.pid, folder) ? found : undefined
}

/** For a process that is not our child: its end can only be looked for. */
export async function waitForExit(pid: number): Promise<void> {
  while (isRunning(pid) && !isZombie(pid)) await pause(exitPollMs)
}

/**
 * After a crash the number in the file may belong to a stranger or to a zombie, and PostgreSQL
 * would refuse to start. The number becomes one that no process has; the rest of the file stays,
 * because PostgreSQL also looks there for survivors of the crash.
 *
 * A rival's PostgreSQL may be starting at this moment. It removes the file and makes a new one, so
 * what is written to the one that was read does not reach its own; and it fills its own at once, so
 * only an older one is empty for good.
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
    // No link is followed: the folder may belong to a user with fewer rights than ours.
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

/** The postmaster works in its data folder; any other process with its number is a stranger. */
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
