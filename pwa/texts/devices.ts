/** The texts of devices in the current language. */
import { devices } from './en/devices.ts'
import { textsOf } from './language.ts'

export const devicesTexts = textsOf('devices', devices)
