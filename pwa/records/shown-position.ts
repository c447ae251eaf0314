/** The position up to which a tab shows, or should show, the pages on disk. */
import type { DeviceDatabase, PullState } from '#pwa/device/device-database.ts'

/** The pages in memory: those of the generation with a number below `pages`. */
export interface Position {
  generation: number
  pages: number
  version: number
}

export async function shownPosition(database: DeviceDatabase): Promise<Position> {
  return shownBy((await database.meta.get('pull')) as PullState | undefined)
}

/** Shows a first sync while it arrives; a later snapshot only when it is complete. */
export function shownBy(state: PullState | undefined): Position {
  if (!state) return { generation: 0, pages: 0, version: -1 }
  const { generation, pages, version } = state
  if (version >= 0) return { generation, pages, version }
  return { generation: state.fetching?.generation ?? 0, pages: state.fetching?.pages ?? 0, version }
}

export function isSamePosition(one: Position, other: Position): boolean {
  return (
    one.generation === other.generation &&
    one.pages === other.pages &&
    one.version === other.version
  )
}
