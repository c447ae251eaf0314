/**
 * One-line faults in the code of sync, engine, ledger and device, each of which some test must
 * notice. `find` stands exactly once in its file: when the code has changed, the run says so instead
 * of testing nothing. `tests` are those that should notice besides the model.
 */
export interface Mutation {
  id: string
  /** What would be wrong. */
  fault: string
  file: string
  find: string
  replace: string
  tests: string[]
  /** Why nobody can notice. */
  equivalent?: string
}
