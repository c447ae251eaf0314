/**
 * A fault: one snippet of the code is replaced by a wrong one, and some test must fail. `find` must
 * occur exactly once in its file, so that a run notices when the code has changed. `tests` should
 * fail, besides the model.
 */
export interface Mutation {
  id: string
  /** The fault in words. */
  fault: string
  file: string
  find: string
  replace: string
  tests: string[]
  /** Why no test can notice it. */
  equivalent?: string
}
