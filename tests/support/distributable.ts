/**
 * Finds in a statement's text what Citus rejects (docs/scale.md, 6, 9, 10 and 19 to 22):
 * every server test holds what the server sends to it. `tests/isolation/distributed.test.ts` plants
 * each breach.
 */
import { getTableColumns, getTableName } from 'drizzle-orm'
import * as tables from '#schema/database/tables.ts'

/** A business's tables are distributed; directories and accounts are on one node. */
export const distributed: string[] = []
const onOneNode: string[] = []
for (const table of Object.values(tables)) {
  const columns = getTableColumns(table)
  const hasOwnKey = Object.entries(columns).some(
    ([name, { primary }]) => primary && name !== 'businessId',
  )
  const name = getTableName(table)
  const isOwned = name === 'business' || ('businessId' in columns && !hasOwnKey)
  ;(isOwned ? distributed : onOneNode).push(name)
}

const known = new Map<string, string | null>()

/** @throws Error that names the breach */
export function requireDistributable(statement: string): void {
  const breach = known.get(statement) ?? breachIn(statement)
  known.set(statement, breach)
  if (breach) throw new Error(`Citus rejects this statement (${breach}): ${statement}`)
}

/** @returns what Citus rejects in it */
export function breachIn(statement: string): string | null {
  const text = statement
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .trim()
  const owned = namesIn(text, distributed)
  if (owned.length === 0) return null
  const [, into] = /^insert into (\w+)/.exec(text) ?? []
  if (into && distributed.includes(into) && !/\) values|default values/.test(text)) {
    const [, read = ''] = /\) (select .*)/.exec(text) ?? []
    if (namesIn(read, distributed).length === 0) return 'inserts rows from outside the business'
    if (!/^select (\w+\.)?(business_id|id),/.test(read)) {
      return 'inserts rows under another business than the one it reads'
    }
  }
  if (into && distributed.includes(into) && /\) values .*\(select /.test(text)) {
    return 'reads within values'
  }
  if (/ as (not )?(materialized )?\((insert|update|delete) /.test(text)) return 'writes in a CTE'
  const others = readBeside(text.replace(/^insert into \w+/, ''))
  if (others.length > 0) return `reads ${others.join(', ')} beside a table of a business`
  if (/^merge/.test(text)) return 'merges'
  if (/gen_random_uuid\(|random\(|clock_timestamp\(/.test(text)) return 'calls a volatile function'
  if (isRouted(text, owned)) {
    return readsUnrouted(text) ? 'has a subselect that does not say its business' : null
  }
  if (/ for (no key )?(update|share)/.test(text)) return 'locks rows of several businesses'
  if (/grouping sets|rollup ?\(|cube ?\(/.test(text)) return 'groups several businesses by sets'
  if (/left join lateral/.test(text)) return 'joins several businesses laterally'
  return null
}

/**
 * Citus reads a CTE, or a subselect that stands for a table, by itself.
 * @returns tables of one node that are joined with distributed ones
 */
function readBeside(text: string): string[] {
  let rest = text
  for (;;) {
    const start = /(from|join|as materialized) \(select /.exec(rest)
    if (!start) break
    const open = start.index + start[0].indexOf('(')
    const close = closeOf(rest, open)
    const inner = readBeside(rest.slice(open + 1, close))
    if (inner.length > 0) return inner
    rest = rest.slice(0, open) + rest.slice(close + 1)
  }
  return namesIn(rest, distributed).length > 0 ? namesIn(rest, onOneNode) : []
}

function closeOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** The same for a statement of a migration, which may meet tables that are distributed already. */
export function breachInMigration(statement: string): string | null {
  const text = statement
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  const [, altered, change = ''] = /^alter table (\w+) (.*)/.exec(text) ?? []
  if (altered && distributed.includes(altered)) {
    if (/add column \w+ [^,]*\b(check|references|unique|primary key)\b/.test(change)) {
      return 'a column with a constraint'
    }
    const isAlone = /^add constraint (?!.*, (add|drop|alter) )/.test(change)
    if (change.includes('add constraint') && !isAlone) return 'a constraint beside other changes'
  }
  const [, triggering] = /^create (?:constraint )?trigger .* on (\w+)/.exec(text) ?? []
  if (triggering && distributed.includes(triggering)) return 'a trigger'
  return /^(insert|update|delete|with|merge) /.test(text) ? breachIn(text) : null
}

function namesIn(text: string, names: readonly string[]): string[] {
  return names.filter((name) =>
    new RegExp(`(from|join|into|update|using) (only )?${name}\\b`).test(text),
  )
}

/** Citus routes a statement by each subselect's own condition, not by an outer column. */
function readsUnrouted(text: string): boolean {
  return [...text.matchAll(/(?<!(from|join|lateral|materialized) )\(select /g)].some(
    ({ index }) => {
      const inner = text.slice(index, closeOf(text, index))
      const owned = namesIn(inner, distributed)
      return owned.length > 0 && !isRouted(inner, owned)
    },
  )
}

function isRouted(text: string, owned: readonly string[]): boolean {
  const key = owned.every((name) => name === 'business') ? 'id' : 'business_id'
  return new RegExp(`\\b${key} = \\$`).test(text)
}
