/** Free space at DATA_DIR, which holds the embedded database and secrets. */
import { statfs } from 'node:fs/promises'
import type { Finding } from '#schema/contract/system.ts'
import { isCode } from '#sync-server/private-file.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const gigabyte = 1024 ** 3

export async function examineDisk(
  folder: string,
  read: typeof statfs = statfs,
): Promise<Finding[]> {
  try {
    const { bavail, bsize } = await read(folder)
    const free = bavail * bsize
    const figures = { gigabytes: (free / gigabyte).toFixed(1), folder }
    return free >= serverLimits.diskFreeBytes
      ? [{ part: 'disk', state: 'good', code: 'diskFree', figures }]
      : [{ part: 'disk', state: 'broken', code: 'diskFull', figures }]
  } catch (error) {
    // An own database and own secrets need no folder.
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}
