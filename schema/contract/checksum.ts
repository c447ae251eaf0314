/**
 * Checks that a device holds the server's rows (docs/sync-protocol.md, "Checksum"): per table, the
 * number of rows and the sum of a number derived from each row's id, version and points. Device and
 * server compute it the same way, the server in SQL (sync-server/sync/checksum.ts).
 */
import type { DeviceRow, DeviceTable } from './sync.ts'

interface TableChecksum {
  count: number
  /** Modulo 2^48. */
  sum: number
}

export const checksumModulus = 2 ** 48
export const versionFactor = 2_654_435_761
export const pointsFactor = 2_246_822_519

interface Checked<Table extends DeviceTable> {
  points: (row: DeviceRow<Table>) => number
  /** For history, only newer rows count: devices keep different amounts of older history. */
  isOlder?: (row: DeviceRow<Table>, since: string) => boolean
}

const checked: { [Table in DeviceTable]: Checked<Table> } = {
  business: { points: () => 0 },
  reward: { points: (row) => row.pointsRequired },
  qrCode: { points: () => 0 },
  customer: { points: (row) => row.points },
  coupon: {
    points: () => 0,
    isOlder: (row, since) => row.expiresAt < since || (row.usedAt !== null && row.usedAt < since),
  },
  purchase: { points: (row) => row.points, isOlder: (row, since) => row.recordedAt < since },
  pointsEntry: { points: (row) => row.points, isOlder: (row, since) => row.createdAt < since },
  memberJoin: { points: (row) => row.points },
}

/** @returns null if a row of an older release has no version and cannot be compared */
export function sumRows<Table extends DeviceTable>(
  table: Table,
  rows: Iterable<DeviceRow<Table> & { version?: number }>,
  since: string,
): TableChecksum | null {
  const { points, isOlder }: Checked<Table> = checked[table]
  let count = 0
  let sum = 0
  for (const row of rows) {
    if (isOlder?.(row, since)) continue
    if (row.version === undefined) return null
    count += 1
    sum = (sum + rowNumber(row.id, row.version, points(row))) % checksumModulus
  }
  return { count, sum }
}

function rowNumber(id: string, version: number, points: number): number {
  const random = Number.parseInt(id.slice(-8), 16)
  return (random ^ Math.imul(version, versionFactor) ^ Math.imul(points, pointsFactor)) >>> 0
}
