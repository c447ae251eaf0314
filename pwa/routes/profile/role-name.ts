/** A role as it is read: underscores as spaces (spec.md §2). */
import type { Role } from '#schema/contract/permission.ts'

export function roleName(role: Role): string {
  return role.replaceAll('_', ' ')
}
