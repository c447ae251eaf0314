/**
 * Temporary folders of databases. Linux's folder in memory is used where it has room: creating and
 * removing a database's thousand files costs a fraction of the processor time of a disk.
 */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
/** Several times what the databases of a run need. */
const roomBytesMin = 2 * 2 ** 30

function hasMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytesMin
  } catch {
    return false
  }
}

/** @returns the parent for a folder whose contents are lost with the machine */
export const quickFolder = (): string => (hasMemory() ? memory : tmpdir())

/** @returns every parent that an earlier run may have used */
export const temporaryFolders = (): string[] =>
  [tmpdir(), memory].filter((folder) => existsSync(folder))
