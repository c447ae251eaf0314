/** The table of planted faults in docs/sync-protocol.md: who noticed which. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutation, mutations } from './mutations.ts'

const page = join(import.meta.dirname, '../../docs/sync-protocol.md')
const [opening, closing] = ['<!-- mutants -->', '<!-- /mutants -->']
const modelKillsMin = 30

export const notAsked = 'not asked'
export const survives = 'survives'
export const kills = 'kills'
/** It does not load, or nothing of it ran: nobody can say whether the fault would be noticed. */
export const broken = 'broken'

export interface Row {
  model: string
  other: string
}

export function isFull(row: Row | undefined): boolean {
  return row !== undefined && row.model !== notAsked && row.other !== notAsked
}

/** By the id of the fault. */
export function readRows(): Map<string, Row> {
  const table = readFileSync(page, 'utf8').split(opening)[1]?.split(closing)[0] ?? ''
  const ids = new Set(mutations.map(({ id }) => id))
  const rows = table.split('\n').flatMap((line) => {
    const [, id = '', , byModel = '', other = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return ids.has(id) ? [[id, { model: byModel, other }] as const] : []
  })
  return new Map(rows)
}

export function writeRows(rows: ReadonlyMap<string, Row>): void {
  const lines = mutations.flatMap((mutation) => {
    const row = rows.get(mutation.id)
    return row ? [lineOf(mutation, row)] : []
  })
  const table = ['| | fault | the model | another test |', '| --- | --- | --- | --- |', ...lines]
  const text = readFileSync(page, 'utf8')
  const [before] = text.split(opening)
  const [, after] = text.split(closing)
  writeFileSync(page, `${before}${opening}\n\n${table.join('\n')}\n\n${closing}${after}`)
}

export function lineOf({ id, fault }: Mutation, row: Row): string {
  return `| ${id} | ${fault} | ${row.model} | ${row.other} |`
}

/** @returns what is not as it should be, a sentence each */
export function judgeRows(rows: ReadonlyMap<string, Row>): string[] {
  const wrong: string[] = []
  const byModel = [...rows.values()].filter(({ model }) => model === kills).length
  if (byModel < modelKillsMin) wrong.push(`The model notices ${byModel}, not ${modelKillsMin}.`)
  for (const { id, equivalent } of mutations) {
    const row = rows.get(id) ?? { model: notAsked, other: notAsked }
    const isNoticed = row.model === kills || row.other.startsWith('`')
    if ([row.model, row.other].includes(broken)) wrong.push(`${id} does not even load.`)
    else if (!isNoticed && !isFull(row) && !equivalent) wrong.push(`${id} has not been planted.`)
    else if (!isNoticed && !equivalent) wrong.push(`${id} survives.`)
  }
  return wrong
}
