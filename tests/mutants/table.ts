/** The tables of planted faults in the documentation: which test noticed each. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { counterFaults } from './counter-faults.ts'
import { deviceFaults } from './device-faults.ts'
import { guards } from './guards.ts'
import type { Mutation } from './mutation.ts'
import { rules } from './rules.ts'
import { serverFaults } from './server-faults.ts'

export interface FaultList {
  faults: readonly Mutation[]
  /** The page with its table. */
  page: string
  /** How many of them the convergence model has to notice; null if it is not run for them. */
  modelKillsMin: number | null
}

export const faultLists = {
  sync: {
    faults: [...serverFaults, ...deviceFaults],
    page: 'docs/sync-protocol.md',
    modelKillsMin: 30,
  },
  guards: { faults: guards, page: 'docs/trust.md', modelKillsMin: null },
  rules: { faults: rules, page: 'docs/product.md', modelKillsMin: null },
  counter: { faults: counterFaults, page: 'docs/counter.md', modelKillsMin: null },
} satisfies Record<string, FaultList>

export function findList(name: string): FaultList {
  const [, list] = Object.entries<FaultList>(faultLists).find(([key]) => key === name) ?? []
  if (!list) throw new Error(`--of takes one of ${Object.keys(faultLists)}`)
  return list
}

const root = join(import.meta.dirname, '../..')
const [opening, closing] = ['<!-- mutants -->', '<!-- /mutants -->']

export const notAsked = 'not asked'
export const survives = 'survives'
export const kills = 'kills'
/** The code does not load, or no test ran: it is unknown whether a test would notice. */
export const broken = 'broken'

export interface Row {
  model: string
  other: string
}

export function isFull({ modelKillsMin }: FaultList, row: Row | undefined): boolean {
  if (row === undefined || row.other === notAsked) return false
  return modelKillsMin === null || row.model !== notAsked
}

/** @returns the rows by the fault's id */
export function readRows({ faults, page, modelKillsMin }: FaultList): Map<string, Row> {
  const text = readFileSync(join(root, page), 'utf8')
  const table = text.split(opening)[1]?.split(closing)[0] ?? ''
  const ids = new Set(faults.map(({ id }) => id))
  const rows = table.split('\n').flatMap((line) => {
    const [, id = '', , ...by] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [model = '', other = ''] = modelKillsMin === null ? [notAsked, ...by] : by
    return ids.has(id) ? [[id, { model, other }] as const] : []
  })
  return new Map(rows)
}

export function writeRows(list: FaultList, rows: ReadonlyMap<string, Row>): void {
  const lines = list.faults.flatMap((fault) => {
    const row = rows.get(fault.id)
    return row ? [lineOf(list, fault, row)] : []
  })
  const isAsked = list.modelKillsMin !== null
  const head = isAsked
    ? ['| | fault | the model | another test |', '| --- | --- | --- | --- |']
    : ['| | fault | noticed by |', '| --- | --- | --- |']
  const path = join(root, list.page)
  const text = readFileSync(path, 'utf8')
  const [before] = text.split(opening)
  const [, after] = text.split(closing)
  const table = [...head, ...lines].join('\n')
  writeFileSync(path, `${before}${opening}\n\n${table}\n\n${closing}${after}`)
}

export function lineOf({ modelKillsMin }: FaultList, { id, fault }: Mutation, row: Row): string {
  const by = modelKillsMin === null ? [row.other] : [row.model, row.other]
  return `| ${[id, fault, ...by].join(' | ')} |`
}

/** @returns the failures, a sentence each */
export function judgeRows(list: FaultList, rows: ReadonlyMap<string, Row>): string[] {
  const { faults, modelKillsMin } = list
  const wrong: string[] = []
  const byModel = [...rows.values()].filter(({ model }) => model === kills).length
  if (byModel < (modelKillsMin ?? 0)) {
    wrong.push(`The model notices ${byModel}, not ${modelKillsMin}.`)
  }
  for (const { id, equivalent } of faults) {
    const row = rows.get(id) ?? { model: notAsked, other: notAsked }
    const isNoticed = row.model === kills || row.other.startsWith('`')
    if ([row.model, row.other].includes(broken)) wrong.push(`${id} does not even load.`)
    else if (!isNoticed && !equivalent) {
      wrong.push(isFull(list, row) ? `${id} survives.` : `${id} has not been planted.`)
    }
  }
  return wrong
}
