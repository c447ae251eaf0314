/**
 * The public sign-up page as the server writes it: look-up, branding and form are in its first
 * answer, with the style sheet, so that a phone shows it after one round trip. The app takes over
 * from it; without scripts the form is sent as it is (http/plain-sign-up.ts). Whatever goes wrong
 * here, the app's own page is sent, which asks for itself and works offline.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from 'hono'
import type { SignUpPayload } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import type { FieldProblem } from '#schema/contract/refusal.ts'
import { lookUpSignUp } from '#sync-server/loyalty/look-up.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { codeMisses } from './customer.ts'
import { countingMisses } from './misses.ts'
import type { HttpEnv } from './route.ts'

export interface RefusedForm {
  payload: SignUpPayload
  refusal: { code: string; message: string; errors: FieldProblem[] }
}

/** What pwa/server-pages.tsx, built for Node, is asked for. */
interface ServerPages {
  writeSignUpPage(asked: {
    code: string
    lookUp: SignUpLookup
    languages: readonly string[]
    onceKey: string
    refused: RefusedForm | null
  }): { language: string; head: string; frame: string }
}

const loadedPages = new Map<string, Promise<ServerPages>>()

function loadPages(distFolder: string): Promise<ServerPages> {
  const known = loadedPages.get(distFolder)
  if (known) return known
  const loading: Promise<ServerPages> = import(
    pathToFileURL(join(distFolder, 'server', 'server-pages.js')).href
  )
  loadedPages.set(distFolder, loading)
  return loading
}

/** @returns null when the app's own page has to do */
export async function writePage(
  context: Context<HttpEnv>,
  server: Server,
  distFolder: string,
  refused: RefusedForm | null = null,
): Promise<string | null> {
  const code = context.req.param('code') ?? ''
  try {
    // Written for one network so often; the app's page costs next to nothing, and asks under limits.
    server.admission.visit(context.var.origin.network, 'page')
    const lookUp = await withinPatience(lookUpQuietly(context, server, code))
    if (!lookUp) return null
    const [pages, shell] = await Promise.all([loadPages(distFolder), readShell(distFolder)])
    const page = pages.writeSignUpPage({
      code,
      lookUp,
      languages: languagesOf(context.req.header('accept-language')),
      onceKey: randomUUID(),
      refused,
    })
    return shell
      .replace('<html lang="en">', () => `<html lang="${page.language}">`)
      .replace(/<title>.*?<\/title>/, '')
      .replace('</head>', () => `${page.head}</head>`)
      .replace(/<!-- frame -->[\s\S]*<!-- \/frame -->/, () => page.frame)
  } catch (error) {
    if (!(error instanceof Refusal)) server.log('page not written', { why: String(error) })
    return null
  }
}

/** The opening is counted by the app, with an id that a reload keeps; this is no scan. */
function lookUpQuietly(context: Context<HttpEnv>, server: Server, code: string) {
  const { origin } = context.var
  return countingMisses(server, origin, codeMisses, () =>
    lookUpSignUp(server, { code, scanId: undefined, isRefresh: true, origin }),
  )
}

/** A database that is slow or gone must not keep the page: it works without one. */
async function withinPatience<Found>(finding: Promise<Found>): Promise<Found | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limits.writtenPagePatienceMs)
  })
  finding.catch(() => {})
  try {
    return await Promise.race([finding, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The app's page with its style sheet inside, so that nothing has to be fetched before the first
 * look. The sheet itself is asked for at the end, for what the app loads later; so is the script
 * that sets the theme, and until it has come the system's theme is the style sheet's matter.
 */
async function readShell(distFolder: string): Promise<string> {
  const page = await readFile(join(distFolder, 'join.html'), 'utf8')
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

/** 'es-MX,es;q=0.9,en;q=0.8', in the order of preference in which browsers write it. */
function languagesOf(header = ''): string[] {
  return header.split(',').map((one) => one.split(';')[0]?.trim() ?? '')
}
