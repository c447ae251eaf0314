/**
 * @file The counts and the failed titles in the JSON reports of Vitest and Playwright.
 */
import { relative } from 'node:path'
import { root } from './install.js'

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[] }} Counts
 *
 * @typedef {{
 *   numPassedTests: number
 *   numFailedTests: number
 *   testResults: {
 *     name: string
 *     status: string
 *     assertionResults: { fullName: string, status: string, tags: string[] }[]
 *   }[]
 * }} VitestReport
 *
 * @typedef {{
 *   suites?: Suite[]
 *   specs?: { title: string, file: string, line: number, tests: { status: string }[] }[]
 * }} Suite
 *
 * @typedef {Suite & {
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number }
 * }} PlaywrightReport
 */

/**
 * @param {VitestReport} report
 * @param {'core' | 'deep'} level tests of the other level don't count as skipped
 * @returns {Counts}
 */
export function readVitest({ numPassedTests, numFailedTests, testResults }, level) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  )
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failures = tests.filter(({ status }) => status === 'failed')
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: tests
      .filter(({ tags }) => tags.includes('deep') === (level === 'deep'))
      .filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    failures: [
      ...unloaded.map(({ name }) => relative(root, name)),
      ...failures.map(({ file, fullName }) => `${file}: ${fullName}`),
    ],
  }
}

/**
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function readPlaywright({ stats, ...report }) {
  return {
    passed: stats.expected,
    // A flaky test failed once, so it counts as failed.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: listFailed(report),
  }
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function listFailed({ suites = [], specs = [] }) {
  return [
    ...suites.flatMap(listFailed),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => /^(unexpected|flaky)$/.test(status)))
      .map(({ file, line, title }) => `${file}:${line}: ${title}`),
  ]
}
