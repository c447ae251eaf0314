/** Debian's HAProxy and nginx, with the files of `deploy/proxies`. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { haproxy, nginx } from '#scripts/test-programs.js'
import { makeDataDir, projectRoot } from '#tests/start/programs.ts'
import { started } from '#tests/start/serving.ts'

export interface Proxied {
  port: number
  servers: number[]
}

const read = (name: string) => readFileSync(join(projectRoot, 'deploy', 'proxies', name), 'utf8')

/** The documented addresses and certificates give way to this test's. */
function withServers(text: string, servers: number[]): string {
  return servers.reduce((all, port, index) => all.replace(`:300${index + 1}`, `:${port}`), text)
}

export const proxies = [
  {
    name: 'HAProxy',
    program: haproxy,
    write: (folder: string, { port, servers }: Proxied) => {
      const text = withServers(read('haproxy.cfg'), servers)
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, text.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`))
      return ['-db', '-f', file]
    },
  },
  {
    name: 'nginx',
    program: nginx,
    write: (folder: string, { port, servers }: Proxied) => {
      const text = withServers(read('nginx.conf'), servers)
        .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
        .replace(/ssl_certificate.*;/g, '')
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (each) => `${each}_temp_path ${folder}/${each};`,
      )
      const file = join(folder, 'nginx.conf')
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
        http { access_log off; ${temporary.join(' ')} ${text} }`,
      )
      return ['-e', `${folder}/error.log`, '-c', file]
    },
  },
]

/** Resolves when the proxy reaches a server. */
export async function startProxy(
  { program, write }: (typeof proxies)[number],
  proxied: Proxied,
): Promise<void> {
  const child = spawn(String(program.findPath()), write(makeDataDir(), proxied), {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  started.push({ child, said: Promise.resolve('') })
  const state = () =>
    child.exitCode ??
    fetch(`http://127.0.0.1:${proxied.port}/readyz`).then(
      ({ status }) => `answers ${status}`,
      () => 'refuses connections',
    )
  await expect.poll(state, { timeout: 30_000 }).toBe('answers 200')
}
