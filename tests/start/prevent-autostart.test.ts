/**
 * Installing test programs removes our own policy-rc.d and no other file.
 *
 * @module-tag deep
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isOurPolicy, preventAutostart } from '#scripts/prevent-autostart.js'
import { asRoot, clearPrograms, makeDataDir, projectRoot } from '#tests/start/programs.ts'

/** Exactly what earlier versions wrote, so that their leftover file is recognized. */
const leftover =
  '#!/bin/sh\n# Of a test run of Regulars: no package starts its service.\nexit 101\n'
const foreign = '#!/bin/sh\nexit 101\n'
const scripts = join(projectRoot, 'scripts')

afterAll(clearPrograms)

/** Without `content`, the file doesn't exist. */
function makePolicyFile(content?: string) {
  const path = join(makeDataDir(), 'policy-rc.d')
  if (content !== undefined) writeFileSync(path, content, { mode: 0o755 })
  return path
}

test.each([
  ['is absent', undefined],
  ['is a leftover of ours', leftover],
])('forbids starts while installing if the file %s, then removes it', async (_, content) => {
  const path = makePolicyFile(content)
  let during = ''
  await preventAutostart(path, async () => {
    during = readFileSync(path, 'utf8')
  })
  expect(during).toBe(leftover)
  expect(existsSync(path)).toBe(false)
})

test('removes the file when the installation fails', async () => {
  const path = makePolicyFile()
  const failing = preventAutostart(path, () => Promise.reject(new Error('no apt')))
  await expect(failing).rejects.toThrow('no apt')
  expect(existsSync(path)).toBe(false)
})

test('installs without touching a foreign policy file', async () => {
  const path = makePolicyFile(foreign)
  let during = ''
  await preventAutostart(path, async () => {
    during = readFileSync(path, 'utf8')
  })
  expect(isOurPolicy(path)).toBe(false)
  expect([during, readFileSync(path, 'utf8')]).toEqual([foreign, foreign])
})

test('finishes the installation and removes the file when its output pipe is closed', async () => {
  const path = makePolicyFile()
  const installed = join(makeDataDir(), 'installed')
  const program = `
    import { writeFileSync } from 'node:fs'
    import { setImmediate } from 'node:timers/promises'
    import { say } from ${JSON.stringify(join(scripts, 'install.js'))}
    import { preventAutostart } from ${JSON.stringify(join(scripts, 'prevent-autostart.js'))}
    await preventAutostart(${JSON.stringify(path)}, async () => {
      say('Installing.')
      await setImmediate()
      say('Installing another.')
      await setImmediate()
      writeFileSync(${JSON.stringify(installed)}, '')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.destroy()
  const [code] = await once(child, 'exit')
  expect({ code, isInstalled: existsSync(installed), isLeft: existsSync(path) }).toEqual({
    code: 0,
    isInstalled: true,
    isLeft: false,
  })
})

/** The installer itself, with an apt-get that only logs its arguments. */
async function runInstaller(policyFile: string) {
  const folder = makeDataDir()
  const log = join(folder, 'log')
  writeFileSync(log, '')
  const stub = `#!/bin/sh\necho "$*" >> '${log}'\n[ -e '${policyFile}' ] && echo guarded >> '${log}'\n`
  writeFileSync(join(folder, 'apt-get'), stub, { mode: 0o755 })
  const installer = join(scripts, 'install-test-programs.js')
  const child = spawn(process.execPath, [installer, 'server', policyFile], {
    env: { PATH: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  return readFileSync(log, 'utf8')
}

test('removes a killed run’s file with the installer, after waiting for apt', async () => {
  const path = makePolicyFile(leftover)
  const log = await runInstaller(path)
  // On other systems, and without root, the installer does nothing.
  const mayInstall = asRoot && existsSync('/usr/bin/apt-get')
  expect(existsSync(path)).toBe(!mayInstall)
  expect(log.includes('guarded')).toBe(mayInstall)
})

test('keeps a foreign policy file with the installer', async () => {
  const path = makePolicyFile(foreign)
  await runInstaller(path)
  expect(readFileSync(path, 'utf8')).toBe(foreign)
})
