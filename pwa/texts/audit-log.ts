/** The texts of the room `audit-log` in the current language. */
import { auditLog } from './en/audit-log.ts'
import { textsOf } from './language.ts'

export const auditLogTexts = textsOf('auditLog', auditLog)
