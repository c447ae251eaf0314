/** A minimal built app for the server's own pages: two frames, style sheets, the pages. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compressFiles } from '#build/compress-files.ts'
import { buildServerPages } from '#build/server-pages.ts'

/** @returns its folder, for the caller to remove */
export async function makeWrittenDist(): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), 'regulars-pages-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'assets', 'a.css'), ':root[data-theme=dark]{--ink:#fff}.a{color:red}')
  writeFileSync(join(dist, 'assets', 'large.css'), '.large{color:red}'.repeat(100))
  writeFileSync(join(dist, 'assets', 'once.css'), '.once{color:red}')
  const built = readFileSync('pwa/join.html', 'utf8').replace(
    '</head>',
    '<link rel="stylesheet" crossorigin href="/assets/a.css"></head>',
  )
  for (const name of ['join.html', 'index.html', 'landing.html', 'counter.html'])
    writeFileSync(join(dist, name), built)
  await buildServerPages(dist)
  await compressFiles(dist)
  return dist
}
