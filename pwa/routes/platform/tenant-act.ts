/** A super admin's actions on one business, and the props that their dialogs share. */
import type { CallOptions } from '#pwa/api/call.ts'
import type { Business } from '#schema/contract/business.ts'

/** The values of `?do=` that open these dialogs on the business's page. */
export const tenantActs = ['configure', 'plan', 'suspend', 'reactivate', 'invite'] as const

export interface TenantAct {
  kind: (typeof tenantActs)[number]
  business: Business
}

export type TenantChanges = NonNullable<CallOptions<'admin.updateBusiness'>['body']>

/** The props that all dialogs share: the business, and how to apply a change. */
export interface TenantDialogProps {
  business: Business
  busy: boolean
  onClose: () => void
  onChange: (changes: TenantChanges, done: string) => void
}
