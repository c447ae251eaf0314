/** Rows by the member they belong to. Copy a returned list before keeping it: it may change. */
interface MemberRow {
  id: string
  memberId: string
}

const none: readonly never[] = []

export class MemberRows<Row extends MemberRow> {
  readonly #rowsByMember = new Map<string, Row[]>()

  of(memberId: string): readonly Row[] {
    return this.#rowsByMember.get(memberId) ?? none
  }

  put(row: Row, before: Row | undefined): void {
    if (before && before.memberId !== row.memberId) this.remove(before)
    const rows = this.#rowsByMember.get(row.memberId)
    if (!rows) this.#rowsByMember.set(row.memberId, [row])
    else if (before && before.memberId === row.memberId) rows[rows.indexOf(before)] = row
    else rows.push(row)
  }

  remove(row: Row): void {
    const left = this.of(row.memberId).filter((each) => each.id !== row.id)
    if (left.length > 0) this.#rowsByMember.set(row.memberId, left)
    else this.#rowsByMember.delete(row.memberId)
  }
}
