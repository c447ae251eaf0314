/**
 * @file Reads counts and failures from the JSON reports of Vitest and Playwright.
 */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './install.js'

/** Enough lines to show the expected and the received value. */
const linesOfReason = 25
const charactersOfLine = 1_000

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[] }} Counts
 *
 * @typedef {{
 *   numPassedTests: number
 *   numFailedTests: number
 *   testResults: {
 *     name: string
 *     status: string
 *     message?: string
 *     assertionResults: {
 *       fullName: string
 *       status: string
 *       tags: string[]
 *       failureMessages?: string[]
 *     }[]
 *   }[]
 * }} VitestReport
 *
 * @typedef {{
 *   suites?: Suite[]
 *   specs?: {
 *     title: string
 *     file: string
 *     line: number
 *     tests: { status: string, results?: { errors?: { message?: string }[] }[] }[]
 *   }[]
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
      ...unloaded.map(({ name, message }) => describeFailure(relative(root, name), message)),
      ...failures.map(({ file, fullName, failureMessages = [] }) =>
        describeFailure(`${file}: ${fullName}`, ...failureMessages),
      ),
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
      .map(({ file, line, title, tests }) => {
        const errors = tests.flatMap(({ results = [] }) => results.flatMap((r) => r.errors ?? []))
        return describeFailure(`${file}:${line}: ${title}`, ...errors.map((e) => e.message))
      }),
  ]
}

/**
 * @param {string} title
 * @param {(string | undefined)[]} messages
 */
function describeFailure(title, ...messages) {
  const lines = messages
    .flatMap((message = '') => stripVTControlCharacters(message).split('\n'))
    .filter((line) => line.trim() !== '' && !/node_modules|node:internal/.test(line))
    .slice(0, linesOfReason)
    .map((line) => `    ${line.slice(0, charactersOfLine)}`)
  return [title, ...lines].join('\n')
}
