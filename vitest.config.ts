/**
 * The projects: `unit` needs only Node.js, `server` a real PostgreSQL; `screens` and
 * `visitor-screens` run the two apps, each in its own window, over a server in the same process;
 * `kept-screens` opens an app in a browser that holds data of an earlier visit.
 */
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more. Started last, they would leave the other cores idle. */
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

/** Time for a busy machine. A project inherits none of it from the surrounding configuration. */
const patient = {
  hookTimeout: 60_000,
  testTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  // The summary of `npm test` shows messages, which hold a longer value only shortened.
  chaiConfig: { truncateThreshold: 1_000 },
}

/** For projects with a server. */
const cheaperSecrets = ['tests/support/verify-once.ts', 'tests/support/quick-pins.ts']

function screens(name: string, ...include: string[]): TestProjectInlineConfiguration {
  return {
    // React as in production: its development checks take a third of the time.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    test: {
      name,
      include,
      env: { NODE_ENV: 'production' },
      environment: './tests/screens/support/environment.ts',
      // Files of a worker share its window and app, which take longer to load than some files.
      isolate: false,
      globalSetup: 'tests/support/global-setup.ts',
      setupFiles: cheaperSecrets,
      ...patient,
      // The first test of a worker also loads the app.
      testTimeout: 120_000,
    },
  }
}

export default defineConfig({
  test: {
    // One more than the cores, because server tests wait for the database a third of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'deep', description: 'Where its subject has changed (tests/reach.ts).' }],
    projects: [
      {
        test: {
          name: 'unit',
          // Starting a process for each file would take half of the processor time.
          isolate: false,
          setupFiles: 'tests/support/unit-setup.ts',
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
          // Loading the server again for every file would take a fifth of the processor time. A
          // test restores whatever it changes outside of its own server.
          isolate: false,
          // An own `exclude` would drop those of the command line.
          include: ['tests/!(boundaries|conformance|screens)/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: cheaperSecrets,
          ...patient,
        },
      },
      screens('screens', 'tests/screens/*.test.ts'),
      screens('visitor-screens', 'tests/screens/visitor/*.test.ts'),
      screens('kept-screens', 'tests/screens/kept/*.test.ts'),
    ],
  },
})
