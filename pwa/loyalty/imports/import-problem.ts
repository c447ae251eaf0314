/** Causes for which a file can't be imported at all. The page loads this without the reader. */

const fileProblems = [
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'spreadsheet',
  'pdf',
  'not_text',
  'no_rows',
] as const
export type FileProblem = (typeof fileProblems)[number]

export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}
