#!/usr/bin/env node
/**
 * `regulars COMMAND`: what an operator runs, with the server's own settings (docs/operations.md).
 * An expected problem ends it with status 1 and one sentence, wrong words with status 2.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigProblem } from '#sync-server/config.ts'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { isCode } from '#sync-server/private-file.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { say } from './on-server.ts'

interface Command {
  /** The names of its arguments. */
  takes?: [string]
  /** Whether it takes `--programs FOLDER`. */
  takesPrograms?: true
  about: string
  run: (argument: string, programs?: string) => Promise<unknown>
}

const commands: Record<string, Command> = {
  start: {
    about: 'starts the server; an interrupt stops it',
    run: () => import('#sync-server/main.ts'),
  },
  migrate: {
    about: 'creates or updates the tables, and ends',
    run: async () => (await import('./migrate.ts')).migrateTables(),
  },
  'super-admin create': {
    takes: ['EMAIL'],
    about: 'creates a super admin and shows the password once',
    run: async (email) => (await import('./super-admin.ts')).createSuperAdmin(email),
  },
  'super-admin reset-factor': {
    takes: ['EMAIL'],
    about: 'forgets the passkeys, app and recovery codes of a super admin',
    run: async (email) => (await import('./super-admin.ts')).resetSuperAdminFactor(email),
  },
  backup: {
    takes: ['FILE'],
    about: 'writes every row into one file, also while the server runs',
    run: async (file) => (await import('./backup.ts')).backUpTo(file),
  },
  restore: {
    takes: ['FILE'],
    about: 'loads a back-up; stop every server first',
    run: async (file) => (await import('./restore.ts')).restoreFrom(file),
  },
  'upgrade-database': {
    takesPrograms: true,
    about: 'moves the embedded database to this release’s PostgreSQL',
    run: async (_, programs) => (await import('./upgrade-database.ts')).upgradeDatabase(programs),
  },
  'verify-ledger': {
    about: 'proves that every balance is the sum of its entries',
    run: async () => (await import('./verify-ledger.ts')).verifyLedgers(),
  },
  'send-test-mail': {
    takes: ['EMAIL'],
    about: 'sends a mail through SMTP_URL and shows the relay’s answer',
    run: async (email) => (await import('./send-test-mail.ts')).sendTestMail(email),
  },
  'returned-mail': {
    about: 'reads a delivery status notification, for a mail server’s pipe',
    run: async () => (await import('./returned-mail.ts')).takeReturnedMail(),
  },
  doctor: {
    about: 'checks settings, database, mail, https, clock and disk',
    run: async () => (await import('./doctor.ts')).runDoctor(),
  },
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { takes = [], takesPrograms, about }]) => {
    const words = [name, ...takes, ...(takesPrograms ? ['[--programs FOLDER]'] : [])]
    return `  ${words.join(' ').padEnd(36)} ${about}`
  })
  return ['Usage: regulars COMMAND', '', ...lines, '', 'Settings: README.md.'].join('\n')
}

function version(): string {
  const path = join(import.meta.dirname, '..', 'package.json')
  return JSON.parse(readFileSync(path, 'utf8')).version
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      programs: { type: 'string' },
    },
  })
  if (values.version) return say(version())
  if (values.help) return say(usage())
  const name = Object.keys(commands).find((one) =>
    `${positionals.join(' ')} `.startsWith(`${one} `),
  )
  const command = name === undefined ? undefined : commands[name]
  const given = positionals.slice(name?.split(' ').length)
  const isTooMuch = values.programs !== undefined && !command?.takesPrograms
  if (!command || isTooMuch || given.length !== (command.takes?.length ?? 0)) {
    process.stderr.write(`${usage()}\n`)
    process.exitCode = 2
    return
  }
  await command.run(given[0] ?? '', values.programs)
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof ConfigProblem ||
    error instanceof DatabaseProblem ||
    error instanceof Refusal ||
    isCode(error, 'ENOENT', 'EACCES', 'ENOSPC', 'ECONNREFUSED')
  )
}

// A reader that has left, such as `head`, doesn't stop the command.
process.stdout.on('error', (error) => {
  if (!isCode(error, 'EPIPE')) throw error
})

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isWordWrong =
    error instanceof Error && String(Reflect.get(error, 'code')).startsWith('ERR_PARSE_ARGS')
  if (!isExpected(error) && !isWordWrong) throw error
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = isWordWrong ? 2 : 1
}
