/** `npm run backup` and `npm run restore` over the embedded database, as an operator runs them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import {
  clearPrograms,
  makeDataDir,
  projectRoot,
  query,
  startProgram,
  stopProgram,
} from '#tests/start/programs.ts'
import { testSessionSecret } from '#tests/support/cluster.ts'

afterAll(clearPrograms)

async function run(script: string, dataDir: string, file: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, file], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      SESSION_SECRET: testSessionSecret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

const config = { sessionSecret: testSessionSecret, servingDatabaseUrl: undefined }

test('beside a server that runs, and back into the folder of one that is stopped', async () => {
  const dataDir = makeDataDir()
  const file = join(dataDir, 'first.backup')
  const first = startProgram(dataDir)
  const { ownerUrl } = await first.ready
  await prepareDatabase(ownerUrl, config)
  await query(
    ownerUrl,
    (sql) => sql`insert into installation (epoch, created_at) values ('one', now())`,
  )
  expect(await run('backup', dataDir, file)).toMatchObject({ code: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await query(ownerUrl, (sql) => sql`update installation set demo_seeded_at = now()`)

  const refused = await run('restore', dataDir, file)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.said).toContain('Another Regulars server is already using the folder')
  await stopProgram(first)

  const restored = await run('restore', dataDir, file)
  expect(restored.said).toContain('are restored')
  const kept = readdirSync(dataDir).filter((name) => name.startsWith('postgres-until-'))
  expect(kept).toHaveLength(1)
  const second = startProgram(dataDir)
  const [row] = await query((await second.ready).ownerUrl, (sql) => sql`select * from installation`)
  expect(row?.demo_seeded_at).toBe(null)
  expect(row?.epoch).not.toBe('one')
}, 120_000)
