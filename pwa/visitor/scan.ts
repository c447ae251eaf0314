/**
 * Each time a person opens a sign-up page counts as one scan (docs/product.md, "The calls"). Its id
 * lasts as long as the tab, so that a reload or a retry is not counted again.
 */
import { v4 } from 'uuid'

export function scanIdOf(code: string): string {
  const name = `regulars-scan:${code}`
  try {
    const kept = sessionStorage.getItem(name)
    if (kept) return kept
    const made = v4()
    sessionStorage.setItem(name, made)
    return made
  } catch {
    return v4()
  }
}
