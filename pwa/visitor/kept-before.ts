/**
 * Whether an earlier visit may have left something on this phone. Asked without the storage library,
 * which a first visit does not load until the form is touched.
 */
export const visitorDatabaseName = 'regulars-visitor'

export async function hasKeptBefore(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === visitorDatabaseName)
  } catch {
    // A browser that does not list them: look inside.
    return true
  }
}
