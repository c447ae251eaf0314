/** The product as its own process, built if its sources have changed, until the part is over. */
import { ensureBuilt } from '#build/ensure-built.js'
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { closing } from './measure.ts'

export async function openApp(settings?: Record<string, string>): Promise<RunningApp> {
  if (!ensureBuilt()) throw new Error('The app could not be built')
  return closing(await startApp(settings))
}

/** A till of the demo's owner. */
export async function openTill({ url, owner }: RunningApp): Promise<TestDevice> {
  return new TestDevice(await new TestBrowser(url).signIn(owner.email, owner.password))
}
