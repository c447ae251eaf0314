/**
 * A browser with a profile on disk, like a person's phone: a test can kill it, as when its battery
 * is removed, and open it again with what it had stored.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { headlessPath, headlessSwitches } from '#tests/support/chromium.ts'

export interface DeviceBrowser {
  context: BrowserContext
  /** A new page of phone or desktop size; a blank one without an address. */
  open(url?: string): Promise<Page>
  /** SIGKILL of the browser with all its processes. */
  kill(): Promise<void>
  /** Starts it again with the same profile. */
  reopen(): Promise<void>
  close(): Promise<void>
}

interface Size {
  width: number
  height: number
}
/** The size of a page, without the browser's bars. */
export const phone: Size = { width: 390, height: 664 }
export const sidewaysPhone: Size = { width: 844, height: 342 }
export const tablet: Size = { width: 1024, height: 690 }
export const uprightTablet: Size = { width: 768, height: 950 }
export const desktop: Size = { width: 1440, height: 900 }
export const laptop: Size = { width: 1280, height: 620 }
/** An installed app on a small phone held sideways. */
export const sidewaysSmallPhone: Size = { width: 667, height: 375 }
export const sidewaysPhones: Size[] = [{ width: 844, height: 390 }, sidewaysSmallPhone]
/** The narrowest page that has to fit (WCAG 2.2, 1.4.10). */
export const narrowest: Size = { width: 320, height: 640 }
/** Widths of a super admin's page between a tablet and a desktop. */
export const deskWidths = [tablet.width, 1200, laptop.width, desktop.width]
/**
 * Sizes in which the counter has to fit: tabs of an iPhone, a small iPhone (and installed on it), two
 * Androids, and an iPad sideways and upright.
 */
export const counterTabs: Size[] = [
  phone,
  { width: 375, height: 553 },
  { width: 375, height: 667 },
  { width: 360, height: 612 },
  { width: 412, height: 732 },
  tablet,
  uprightTablet,
]

export async function startDeviceBrowser(size: Size = phone): Promise<DeviceBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'regulars-profile-'))
  let child: ChildProcess
  const device = { context: undefined as unknown as BrowserContext }
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = []

  async function start(): Promise<void> {
    const portFile = join(profile, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    child = spawn(
      headlessPath,
      [
        ...headlessSwitches,
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        `--window-size=${size.width},${size.height}`,
        'about:blank',
      ],
      { detached: true, stdio: 'ignore' },
    )
    while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
      if (child.exitCode !== null) throw new Error('Chromium did not start')
      await pause(50)
    }
    const [port] = readFileSync(portFile, 'utf8').split('\n')
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    device.context = browser.contexts()[0] as BrowserContext
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
    cookies = await device.context.cookies()
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  /** Chromium writes cookies up to 30 s late; another test covers a kill before that. */
  async function reopen(): Promise<void> {
    await start()
    await device.context.addCookies(cookies)
  }

  await start()
  return {
    get context() {
      return device.context
    },
    async open(url) {
      const page = await device.context.newPage()
      await page.setViewportSize(size)
      if (url !== undefined) await page.goto(url)
      return page
    },
    kill,
    reopen,
    async close() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
