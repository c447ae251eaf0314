/** Bounds of an import of members (docs/members.md, part 8). Apart from `limits`: customers' pages don't load them. */
export const importLimits = {
  fileBytes: 100 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  cellLength: 10_000,
  /** Longer cells of a mapped column refuse their row. */
  sentCellLength: 300,
  fileNameLength: 200,
  /** Includes empty lines. */
  lineMax: 1_000_000,
  partRows: 500,
  spentCentsMax: 100_000_000_000,
  undoDays: 30,
  /** How long the former program may run beside this one. */
  compareDays: 14,
} as const
