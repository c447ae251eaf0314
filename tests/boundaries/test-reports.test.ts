/**
 * @file The summary of `npm test` describes each failure, because the output above it is long.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/install.js'
import { readPlaywright, readVitest } from '#scripts/test-reports.js'

test('describes failed tests and files that do not load', () => {
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
          {
            ...result('subtracts', 'failed'),
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n\n    at a.test.ts:3'],
          },
          result('divides', 'skipped'),
          result('counts to a million', 'skipped', ['deep']),
        ],
      },
      {
        name: join(root, 'tests/b.test.ts'),
        status: 'failed',
        message: 'Unexpected token',
        assertionResults: [],
      },
    ],
  }
  expect(readVitest(report, 'core')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [
      'tests/b.test.ts\n    Unexpected token',
      'tests/a.test.ts: subtracts\n    expected 1 to be 2\n        at a.test.ts:3',
    ],
  })
})

test('describes failed and flaky journeys', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'card.spec.ts',
    line: 7,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('opens', 'expected'), spec('closes', 'unexpected', 'Timed out')],
        suites: [{ specs: [spec('shakes', 'flaky')] }],
      },
    ],
  }
  expect(readPlaywright(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: ['card.spec.ts:7: shakes', 'card.spec.ts:7: closes\n    Timed out'],
  })
})
