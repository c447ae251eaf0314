/** The texts of the room `notifications` in the current language. */
import { notifications } from './en/notifications.ts'
import { textsOf } from './language.ts'

export const notificationTexts = textsOf('notifications', notifications)
