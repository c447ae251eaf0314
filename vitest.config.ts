/** Two projects: `unit` needs nothing but Node.js, `server` a real PostgreSQL. */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes a minute or more. Begun last, it would leave the other cores with nothing to do. */
const longest = [
  'convergence/model.test.ts',
  'convergence/other-half.test.ts',
  'isolation/authorization.test.ts',
  'start/embedded.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((each) => moduleId.endsWith(each))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Server tests wait for their database a third of the time: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'deep', description: 'Where its subject has changed (tests/reach.ts).' }],
    // One second, the default, fails on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{schema,sync-server,pwa,bench}/**/*.test.ts',
            'tests/{boundaries,conformance}/**/*.test.ts',
          ],
          // Digests take their time on a machine that does other things as well.
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          // Reading the server anew for every file takes a fifth of the processor time; what a test
          // changes that is not its server's own, it puts back.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{boundaries,conformance}/**'],
          globalSetup: 'tests/support/global-setup.ts',
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
