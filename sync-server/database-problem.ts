/** The database can't be used; the message is a sentence for the person who starts the server. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem'
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
