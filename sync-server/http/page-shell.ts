/**
 * Loads the page renderer (pwa/server-pages.tsx, built for Node) and wraps its output in the app's
 * page, so the page shows after one round trip, before any script.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CustomerPage } from '#schema/contract/customer.ts'
import type { FieldProblem } from '#schema/contract/refusal.ts'
import type { SignUpLookup, SignUpPayload } from '#schema/contract/sign-up.ts'

export interface RefusedForm {
  payload: SignUpPayload
  refusal: { code: string; message: string; errors: FieldProblem[] }
}

interface Written {
  language: string
  style: string
  head: string
  frame: string
}

interface ServerPages {
  writeSignUpPage(asked: {
    code: string
    lookUp: SignUpLookup
    languages: readonly string[]
    onceKey: string
    refused: RefusedForm | null
  }): Written
  writeCardPage(asked: {
    customerId: string
    page: CustomerPage
    languages: readonly string[]
    origin: string
  }): Written
  languageOf(languages: readonly string[]): string
  writeLandingPage(language: string): Promise<Written>
}

type ShellName = 'join.html' | 'landing.html'

const loadedPages = new Map<string, Promise<ServerPages>>()

export function loadPages(distFolder: string): Promise<ServerPages> {
  const known = loadedPages.get(distFolder)
  if (known) return known
  const loading: Promise<ServerPages> = import(
    pathToFileURL(join(distFolder, 'server', 'server-pages.js')).href
  )
  loadedPages.set(distFolder, loading)
  return loading
}

export async function intoShell(
  page: Written,
  distFolder: string,
  name: ShellName,
): Promise<string> {
  const shell = await loadShell(distFolder, name)
  const touchIcon = /<link rel="apple-touch-icon"[^>]*>/
  return shell
    .replace(touchIcon, (link) => (touchIcon.test(page.head) ? '' : link))
    .replace('<html lang="en">', () => `<html lang="${page.language}" style="${page.style}">`)
    .replace(/<title>.*?<\/title>/, '')
    .replace('</head>', () => `${page.head}</head>`)
    .replace(/<!-- frame -->[\s\S]*<!-- \/frame -->/, () => page.frame)
}

const loadedShells = new Map<string, Promise<string>>()

function loadShell(distFolder: string, name: ShellName): Promise<string> {
  const path = join(distFolder, name)
  const known = loadedShells.get(path)
  if (known) return known
  const loading = readShell(distFolder, name)
  loadedShells.set(path, loading)
  loading.catch(() => loadedShells.delete(path))
  return loading
}

/**
 * The app's page with its style sheet inlined, so nothing is fetched before the first paint. The
 * sheet's link and the theme script move to the end, for whatever the app loads later; until the
 * script runs, the style sheet follows the system's theme.
 */
async function readShell(distFolder: string, name: ShellName): Promise<string> {
  const page = await readFile(join(distFolder, name), 'utf8')
  const [link = '', address = ''] =
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(page) ?? []
  const css = await readFile(join(distFolder, address), 'utf8')
  const [, dark = ''] = /:root\[data-theme="?dark"?\]\s*\{([^}]*)\}/.exec(css) ?? []
  const byItself = `@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}`
  const theme = '<script src="/theme.js"></script>'
  return page
    .replace(theme, '')
    .replace(link, () => `<style>${css}${byItself}</style>`)
    .replace('</body>', () => `${theme}${link}</body>`)
}
