/** Rebuilds dist/ if the sources have changed, as `npm start` does. */
import { spawnSync } from 'node:child_process'

const script = `import('./build/ensure-built.js').then(({ ensureBuilt }) => {
  process.exitCode = ensureBuilt() ? 0 : 1
})`

export function buildApp(): void {
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The app could not be built')
}
