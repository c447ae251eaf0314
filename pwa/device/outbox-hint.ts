/**
 * What an eviction leaves behind: a first-party cookie that says how much of an outbox was unsent,
 * and nothing of what it was. A browser that evicts clears databases, caches and workers, but no
 * cookies. It is a hint, never the truth: written after a transaction, by windows only, and gone
 * with the last operation that is sent. Safari forgets it after seven days.
 */
import { uuid } from '#schema/contract/id.ts'

export interface OutboxHint {
  outboxId: string
  unsent: number
}

export interface HintKeeper {
  read: () => OutboxHint | null
  /** Null when nothing is unsent. Cheap: nothing happens while the hint stays the same. */
  write: (hint: OutboxHint | null) => void
}

/** The most that Chromium keeps a cookie. */
const keptSeconds = 400 * 24 * 60 * 60

/**
 * @param of the database's name, or the business's id for sealed work; the cookie's name follows from
 *   it without telling it
 * @param page `document`, which a service worker does not have
 */
export function keepHintInCookie(
  of: string,
  page: { cookie: string },
  isSecure: boolean,
  kind: 'outbox' | 'sealed' = 'outbox',
): HintKeeper {
  const name = `${kind}-${shortDigest(of)}`
  const attributes = `Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`
  let written: string | null = null
  return {
    read() {
      const pair = page.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
      const [outboxId, count] = pair?.slice(name.length + 1).split('.') ?? []
      const unsent = Number(count)
      if (!uuid.safeParse(outboxId).success || !(unsent > 0)) return null
      return { outboxId: String(outboxId), unsent }
    },
    write(hint) {
      const text = hint ? `${hint.outboxId}.${hint.unsent}` : ''
      if (text === written) return
      written = text
      page.cookie = `${name}=${text}; Max-Age=${hint ? keptSeconds : 0}; ${attributes}`
    },
  }
}

/** Whether some outbox of this browser had unsent work when it was last open, whosever it is. */
export function isWorkHinted(page: { cookie: string }): boolean {
  return page.cookie.split('; ').some((pair) => /^outbox-[0-9a-f]{8}=./.test(pair))
}

/** FNV-1a, 32 bits: tells the few outboxes of one browser apart. */
function shortDigest(text: string): string {
  let digest = 0x811c9dc5
  for (const letter of text) digest = Math.imul(digest ^ letter.charCodeAt(0), 0x01000193)
  return (digest >>> 0).toString(16).padStart(8, '0')
}
