/**
 * A statement whose text is ready: drizzle would put it together anew for each call, which costs
 * more than sending it. Its text is made of our own words only; all else is a parameter.
 */
import { type QueryWithTypings, SQL } from 'drizzle-orm'

export class ReadyStatement extends SQL {
  readonly #ready: QueryWithTypings

  constructor(text: string, params: unknown[]) {
    super([])
    this.#ready = { sql: text, params }
  }

  override toQuery(): QueryWithTypings {
    return this.#ready
  }
}
