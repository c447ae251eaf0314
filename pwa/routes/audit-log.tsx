/** Stand-in until its screen is here. */
export function AuditLogScreen(_: { businessId: string }) {
  return null
}
