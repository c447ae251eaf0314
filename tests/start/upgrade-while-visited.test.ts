/**
 * A command may visit the embedded database while `regulars upgrade-database` moves its rows. The
 * earlier major is this one under another name.
 *
 * @module-tag deep
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBinaries } from '#sync-server/embedded-postgres/binaries.ts'
import {
  startEmbeddedDatabase,
  visitEmbeddedDatabase,
} from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { chooseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { upgradeEmbeddedDatabase } from '#sync-server/embedded-postgres/replace.ts'
import { clearPrograms, makeDataDir, query } from '#tests/start/programs.ts'

afterAll(clearPrograms)

const options = { dataDir: makeDataDir(), log: () => {} }
const earlier = '17'

/** Makes the database one of the earlier major, and programs that run it. */
async function makeEarlier(): Promise<string> {
  const folder = chooseFolder(options.dataDir, options.log)
  const { initdb, postgres, major } = await findBinaries(folder)
  const native = makeDataDir()
  mkdirSync(join(native, 'bin'), { mode: 0o755 })
  const write = (name: string, then: string) => {
    const path = join(native, 'bin', name)
    writeFileSync(
      path,
      `#!/bin/sh\nif [ "$1" = --version ]; then echo '${name} (PostgreSQL) ${earlier}.0'; exit; fi\n${then}\n`,
    )
    chmodSync(path, 0o755)
  }
  write('initdb', `exec ${initdb} "$@"`)
  write('postgres', `echo ${major} > "$2/PG_VERSION"; exec ${postgres} "$@"`)
  writeFileSync(join(folder.cluster, 'PG_VERSION'), `${earlier}\n`)
  return native
}

test('a command that visits a database while it is moved cannot write, as that would be lost', async () => {
  const made = await startEmbeddedDatabase(options)
  await query(made.ownerUrl, (sql) => sql`create table kept (id int)`)
  await made.stop()
  const programs = await makeEarlier()
  const done = await upgradeEmbeddedDatabase(options, programs, async () => {
    const { ownerUrl } = await visitEmbeddedDatabase(options)
    await expect(query(ownerUrl, (sql) => sql`insert into kept values (1)`)).rejects.toThrow(
      'read-only transaction',
    )
  })
  expect(done).toMatchObject({ from: earlier })
})
