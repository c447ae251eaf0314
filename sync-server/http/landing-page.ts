/**
 * The landing page for callers without a session: rendered once per language, so its text appears
 * before any script runs. Callers with a session get the app's page, which shows their home.
 */
import type { Context } from 'hono'
import { describeFault } from '#sync-server/database/fault.ts'
import type { Server } from '#sync-server/server.ts'
import type { HttpEnv } from './call.ts'
import { bringsSession, languagesOf } from './caller.ts'
import { intoShell, loadPages } from './page-shell.ts'
import { makeReady, type ReadyAnswer } from './ready-answer.ts'

const written = new Map<string, Promise<ReadyAnswer>>()

/** @returns null to serve the app's own page instead */
export async function landingPage(
  context: Context<HttpEnv>,
  server: Server,
  distFolder: string,
): Promise<ReadyAnswer | null> {
  if (bringsSession(context, server)) return null
  try {
    const pages = await loadPages(distFolder)
    const language = pages.languageOf(languagesOf(context))
    const name = `${language} ${distFolder}`
    const known = written.get(name)
    if (known) return await known
    const writing = pages
      .writeLandingPage(language)
      .then((page) => intoShell(page, distFolder, 'landing.html'))
      .then((page) => makeReady(page, 'text/html; charset=UTF-8'))
    written.set(name, writing)
    writing.catch(() => written.delete(name))
    return await writing
  } catch (error) {
    server.log('page.unwritten', { reason: describeFault(error) })
    return null
  }
}
