/** Stand-in until its screen is here. */
export function StaffScreen(_: { businessId: string }) {
  return null
}
