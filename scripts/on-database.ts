/** Shared by the backup and restore commands: one file argument, and plain error messages. */
import { ConfigProblem } from '#sync-server/config.ts'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { isCode } from '#sync-server/private-file.ts'

export const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Exits with status 1 and one sentence if the work can't be done. */
export async function onDatabase(
  program: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const [path] = process.argv.slice(2)
  try {
    if (!path) throw new ConfigProblem(`Name the file: npm run ${program} -- regulars.backup`)
    await work(path)
  } catch (error) {
    const isExpected =
      error instanceof ConfigProblem ||
      error instanceof DatabaseProblem ||
      isCode(error, 'ENOENT', 'EACCES', 'ENOSPC', 'ECONNREFUSED')
    if (!isExpected) throw error
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = 1
  }
}
