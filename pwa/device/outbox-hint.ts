/**
 * A first-party cookie with the number of unsent operations, or of a visitor's unsent sign-ups, and
 * none of their content. It survives an eviction, in which a browser clears databases, caches and
 * workers, but no cookies. It is only a hint: windows write it after a transaction and delete it
 * with the last unsent operation. Safari deletes it after seven days.
 */
import { uuid } from '#schema/contract/id.ts'
import { daySeconds } from '#schema/contract/time-spans.ts'

export interface OutboxHint {
  outboxId: string
  unsent: number
}

export interface HintKeeper {
  read: () => OutboxHint | null
  /** Null if nothing is unsent. Cheap: writes only if the hint has changed. */
  write: (hint: OutboxHint | null) => void
}

/** Chromium's maximum cookie lifetime. */
const keptSeconds = 400 * daySeconds

/**
 * @param of the database's name, or the business's id for sealed work; the cookie's name is derived
 * from it but does not reveal it
 * @param page `document`, which a service worker does not have
 */
export function keepHintInCookie(
  of: string,
  page: { cookie: string },
  isSecure: boolean,
  kind: 'outbox' | 'sealed' | 'visitor' = 'outbox',
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

/** Whether an outbox of this browser, of any account, had unsent work when it was last open. */
export function isWorkHinted(page: { cookie: string }): boolean {
  return page.cookie.split('; ').some((pair) => /^outbox-[0-9a-f]{8}=./.test(pair))
}

/** FNV-1a, 32 bits: enough to distinguish the few outboxes of one browser. */
function shortDigest(text: string): string {
  let digest = 0x811c9dc5
  for (const letter of text) digest = Math.imul(digest ^ letter.charCodeAt(0), 0x01000193)
  return (digest >>> 0).toString(16).padStart(8, '0')
}
