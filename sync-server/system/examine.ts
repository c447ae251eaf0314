/**
 * Examines an installation, for `regulars doctor` and the System screen: every part with its state.
 * Changes nothing; a silent relay or DNS costs ten seconds at most.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, systemPart } from '#schema/contract/system.ts'
import { type Config, findDoubts } from '#sync-server/config.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { examineAddress } from './address.ts'
import {
  examineBackUp,
  examineDatabase,
  examineStatements,
  type SlowStatement,
} from './database.ts'
import { examineDisk } from './disk.ts'
import { examinePush, examineWallets } from './keys.ts'
import { examineQueue, examineRelay } from './mail.ts'
import { examineSender } from './sender.ts'

interface ReadDatabase {
  db: Pick<Transaction, 'select' | 'execute'>
  /** Null on an empty database. */
  pending: number | null
  slow: readonly SlowStatement[]
  now: Date
}

/** One statement after another, because they may share a transaction. */
export async function examineTables({ db, pending, slow, now }: ReadDatabase): Promise<Finding[]> {
  const found = await examineDatabase(db, pending)
  // An earlier release's tables may lack what the others read.
  if (pending !== 0) return found
  found.push(await examineBackUp(db, now), ...examineStatements(slow))
  return [...found, ...(await examineQueue(db)), await examinePush(db, now)]
}

/** @param tables the findings in the database, by whatever login */
export async function examine(
  config: Config,
  tables: () => Promise<Finding[]>,
  now: Date,
): Promise<Finding[]> {
  const found = await Promise.all([
    examineProgram(config),
    tables(),
    examineRelay(config),
    examineSender(config),
    examineWallets(config, now),
    examineAddress(config),
    examineDisk(config.dataDir),
  ])
  return found.flat().sort(byPart)
}

const order = Object.keys(systemPart.def.entries)
const byPart = (one: Finding, other: Finding) => order.indexOf(one.part) - order.indexOf(other.part)

function examineProgram(config: Config): Finding[] {
  const path = join(import.meta.dirname, '..', '..', 'package.json')
  const { version } = JSON.parse(readFileSync(path, 'utf8'))
  const figures = { product: String(version), node: process.versions.node }
  return [
    { part: 'versions', state: 'good', code: 'versionsAre', figures },
    ...findDoubts(config).map(
      (code): Finding => ({ part: 'settings', state: 'doubtful', code, figures: {} }),
    ),
  ]
}
