/**
 * `unit` needs nothing but Node.js, `server` a real PostgreSQL; `screens` and `visitor-screens` play
 * the two apps, each in a window of its own, over a server in the same process; `kept-screens` opens
 * an app in a browser that holds data of an earlier visit.
 */
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
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

/** A busy machine takes its time. A project inherits none of it from the configuration around it. */
const patient = {
  hookTimeout: 60_000,
  testTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

function screens(name: string, ...include: string[]): TestProjectInlineConfiguration {
  return {
    // React as it is built: what looks for mistakes while developing takes a third of the time.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    test: {
      name,
      include,
      env: { NODE_ENV: 'production' },
      environment: './tests/screens/support/environment.ts',
      // The files of a worker share its window and the app in it, which take longer than some of them.
      isolate: false,
      globalSetup: 'tests/support/global-setup.ts',
      ...patient,
    },
  }
}

export default defineConfig({
  test: {
    // Server tests wait for their database a third of the time: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'deep', description: 'Where its subject has changed (tests/reach.ts).' }],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{schema,sync-server,pwa,bench}/**/*.test.ts',
            'tests/{boundaries,conformance}/**/*.test.ts',
          ],
          ...patient,
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
          exclude: ['tests/{boundaries,conformance,screens}/**'],
          globalSetup: 'tests/support/global-setup.ts',
          ...patient,
        },
      },
      screens('screens', 'tests/screens/*.test.ts'),
      screens('visitor-screens', 'tests/screens/visitor/*.test.ts'),
      screens('kept-screens', 'tests/screens/kept/*.test.ts'),
    ],
  },
})
