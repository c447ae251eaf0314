/** Checks the conformance table itself: no empty row, no duplicates, no missing proof. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isRow, type ProvenBy, provenBy, type Row, row } from './row.ts'
import { visits } from './table.ts'

const proofs = new Map(
  ['tests/journeys', 'tests/screens'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(spec|test)\.ts$/.test(file))
      .map((file) => [
        basename(file),
        readFileSync(`${folder}/${file}`, 'utf8').replace(/\btest\(\s+/g, 'test('),
      ]),
  ),
)
const allRows = visits.flatMap(({ rows }) => rows.filter(isRow))

/** The names in the table of docs/specification.md whose cells are all filled in. */
const deviations = new Set(
  [
    ...readFileSync('docs/specification.md', 'utf8').matchAll(
      /^\| ([A-Z][^|]*?) +\| [^|]{10,} \| [^|]{10,} \| [^|]{10,} \|$/gm,
    ),
  ].map(([, name = '']) => name),
)

/** @returns what is wrong with a row, or null */
function faultOf({ says, proof, differs }: Row): string | null {
  if (says.trim().length < 5) return 'says nothing'
  if (differs !== undefined && !deviations.has(differs)) return 'gives no reason'
  return typeof proof === 'function' ? null : faultOfProof(proof)
}

function faultOfProof({ file, test: name, words }: ProvenBy): string | null {
  const source = proofs.get(file)
  if (!source) return `there is no ${file}`
  const quoted = [`test('${name}'`, `test("${name}"`].find((start) => source.includes(start))
  if (!quoted) return `${file} has no test "${name}"`
  const body = source.slice(source.indexOf(quoted) + quoted.length)
  const [own = ''] = body.split(/\ntest\(/)
  return own.includes(words) ? null : `"${name}" does not contain ${words}`
}

test('has a statement and a proof in every row', () => {
  expect(allRows.map((each) => [each.says, faultOf(each)]).filter(([, fault]) => fault)).toEqual([])
})

test('has no statement twice in a visit, and no visit twice', () => {
  const names = visits.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, rows } of visits) {
    const said = rows.filter(isRow).map(({ says }) => says)
    expect([name, new Set(said).size]).toEqual([name, said.length])
  }
})

test('explains in docs/specification.md every deviation that a row names', () => {
  expect(deviations.size).toBeGreaterThan(15)
  const named = new Set(allRows.flatMap(({ differs }) => differs ?? []))
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !deviations.has(name))).toEqual([])
})

test('detects a row without words, reason or proof', () => {
  const some = async () => {}
  const file = 'sign-in.test.ts'
  const name = 'reports a link without a user and opens the screen that sends a new one'
  expect(faultOf(row('', some))).toBe('says nothing')
  expect(faultOf(row('Something', some, 'because'))).toBe('gives no reason')
  expect(faultOf(row('Something', provenBy('none.spec.ts', name, 'Invalid link')))).toMatch(
    /^there is no/,
  )
  expect(faultOf(row('Something', provenBy(file, 'no such test', 'Invalid link')))).toMatch(
    /has no test/,
  )
  expect(faultOf(row('Something', provenBy(file, name, 'Account deactivated')))).toMatch(
    /does not contain/,
  )
  expect(faultOf(row('Something', provenBy(file, name, 'Invalid link')))).toBeNull()
})
