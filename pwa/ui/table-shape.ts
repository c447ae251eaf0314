/** The columns and the order of a table, and the roles of its parts. */
import type { ReactNode } from 'react'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /**
   * The cell that names the row: first in a card, without a label. A `wide` one takes all the width
   * that the other columns leave, and they shrink to their text.
   */
  main?: boolean | 'wide'
  /** Text typed by people, of any length: it wraps anywhere and never pushes other columns out. */
  words?: boolean
  /**
   * Buttons and links: right-aligned, in cards on a line of their own; `menu` is a single menu
   * beside the name.
   */
  actions?: boolean | 'menu'
  /** Left out of cards: the screen that the row opens has it, or it rarely matters. */
  wideOnly?: boolean
  /** Makes the header a button; the caller sorts. */
  sortable?: boolean
}

export interface TableOrder {
  /** The column's name. */
  by: string
  descending: boolean
}

/** Explicit roles: browsers drop a table's semantics when CSS lays it out as cards. */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
