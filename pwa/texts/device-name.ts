/** Translates the server's name for a device ('Chrome on Android', device-name.ts). */
import { ui, uiTexts } from './ui.ts'

export function deviceName(named: string | null): string {
  if (named === null || named === ui.unknownDevice) return uiTexts.unknownDevice
  const [, browser, system] = named.match(/^(.+) on (.+)$/) ?? []
  return browser && system ? uiTexts.browserOn(browser, system) : named
}
