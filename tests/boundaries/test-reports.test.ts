/**
 * @file The summary of `npm test` names each failure, because the output above it is long.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/install.js'
import { readPlaywright, readVitest } from '#scripts/test-reports.js'

test('names failed tests and files that do not load', () => {
  const result = (fullName: string, status: string, tags: string[] = []) => ({
    fullName,
    status,
    tags,
  })
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: join(root, 'tests/a.test.ts'),
        status: 'failed',
        assertionResults: [
          result('adds', 'passed'),
          result('subtracts', 'failed'),
          result('divides', 'skipped'),
          result('counts to a million', 'skipped', ['deep']),
        ],
      },
      { name: join(root, 'tests/b.test.ts'), status: 'failed', assertionResults: [] },
    ],
  }
  expect(readVitest(report, 'core')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: ['tests/b.test.ts', 'tests/a.test.ts: subtracts'],
  })
})

test('names failed and flaky journeys', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'card.spec.ts',
    line: 7,
    tests: [{ status }],
  })
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('opens', 'expected'), spec('closes', 'unexpected')],
        suites: [{ specs: [spec('shakes', 'flaky')] }],
      },
    ],
  }
  expect(readPlaywright(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: ['card.spec.ts:7: shakes', 'card.spec.ts:7: closes'],
  })
})
