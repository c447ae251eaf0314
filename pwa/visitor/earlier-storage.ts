/**
 * Whether an earlier visit may have left data on this phone. Does not need the storage library,
 * which a first visit only loads once the form is touched.
 */
export const visitorDatabaseName = 'regulars-visitor'

export async function hasEarlierStorage(): Promise<boolean> {
  try {
    // Counts unsent sign-ups; it outlives the database (evicted.ts).
    if (/(^|; )visitor-[0-9a-f]{8}=./.test(document.cookie)) return true
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === visitorDatabaseName)
  } catch {
    // The browser cannot list its databases: assume there is one.
    return true
  }
}
