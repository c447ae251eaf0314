/** The files with which operators install the product, as far as a machine without Docker can tell. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { clearPrograms, makeDataDir, projectRoot } from '#tests/start/programs.ts'

afterAll(clearPrograms)

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** The part of the Compose Specification that the file uses; anything else is a typing error. */
const service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  command: z.array(z.string()).optional(),
  restart: z.literal('unless-stopped').optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  network_mode: z.literal('none').optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).default([]),
  volumes: z.array(z.string()).default([]),
  user: z.string().regex(/^\d+:\d+$/),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.enum(['NET_BIND_SERVICE', 'CHOWN'])).default([]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.number().optional(),
    })
    .optional(),
})
const composeFile = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.strictObject({ file: z.string().startsWith('./secrets/') })),
})

test('compose runs every long-lived service without root, read-only and with a health check', () => {
  const { services, networks, volumes, secrets } = composeFile.parse(parse(read('compose.yaml')))
  const inDockerfile = { server: /^HEALTHCHECK /m.test(read('Dockerfile')) }
  for (const [name, one] of Object.entries(services)) {
    if (!one.restart) continue
    expect(one.user).not.toMatch(/^0:/)
    expect(one.healthcheck !== undefined || Reflect.get(inDockerfile, name)).toBe(true)
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(one.networks))
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(one.secrets))
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(one.depends_on ?? {})))
    for (const volume of one.volumes) {
      const source = volume.split(':')[0] ?? ''
      const isThere = source.startsWith('./')
        ? existsSync(join(projectRoot, source))
        : source in volumes
      expect({ source, isThere }).toEqual({ source, isThere: true })
    }
    // Each mounted secret is read, and nothing reads one that is not mounted.
    const named = Object.values(one.environment ?? {}).flatMap(
      (text) => /^\/run\/secrets\/(\w+)$/.exec(text)?.[1] ?? [],
    )
    expect(named.sort()).toEqual(one.secrets.sort())
  }
  expect(read('Dockerfile')).toMatch(/^USER 10001:10001$/m)
  expect(services.server?.user).toBe('10001:10001')
})

test('compose names the settings of .env.example, and the server trusts its network alone', () => {
  const text = read('compose.yaml')
  const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const offered = [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect([...used].sort()).toEqual(offered.sort())
  const { services, networks } = composeFile.parse(parse(text))
  const subnet = z
    .object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) })
    .parse(networks.inside).ipam.config[0].subnet
  expect(services.server?.environment?.TRUSTED_PROXIES).toBe(subnet)
  expect(services.server?.ports).toEqual([])
  expect(services.database?.ports).toEqual([])
})

test('the systemd unit is valid and hardened', () => {
  const unit = read('deploy/regulars.service')
  const path = join(makeDataDir(), 'regulars.service')
  // systemd-analyze looks for the program, which only an installation has.
  writeFileSync(path, unit.replace('/usr/local/bin/regulars', process.execPath))
  execFileSync('systemd-analyze', ['verify', '--man=no', path], { stdio: 'pipe' })
  const exposure = execFileSync('systemd-analyze', [
    ...['security', '--offline=yes', '--no-pager', path],
  ]).toString()
  expect(Number(/exposure level for .*: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThan(2.5)
})

test('the systemd unit of one server per core is valid', () => {
  const folder = makeDataDir()
  const unit = read('deploy/regulars.service').replace('/usr/local/bin/regulars', process.execPath)
  writeFileSync(join(folder, 'regulars@.service'), unit)
  mkdirSync(join(folder, 'regulars@.service.d'))
  const ports = read('deploy/one-per-core/regulars@.conf')
  writeFileSync(join(folder, 'regulars@.service.d', 'port.conf'), ports)
  const verify = ['verify', '--man=no', join(folder, 'regulars@1.service')]
  // It only warns of a setting that it does not know.
  expect(spawnSync('systemd-analyze', verify).stderr.toString()).toBe('')
})
