/**
 * The action in a line of the audit log: a call, an operation, or something a rule did on its own.
 */
import type { CallName } from './api.ts'
import type { OperationName } from './operation.ts'

export type Act =
  | CallName
  | OperationName
  | 'account.changeEmail'
  | 'admin.createSuperAdmin'
  | 'auth.loginUnverified'
  | 'business.acceptParked'
  | 'business.changeFeatures'
  | 'business.changePlan'
  | 'business.reactivate'
  | 'business.refuseParked'
  | 'business.suspend'
  | 'customer.eraseOnBehalf'
  | 'marketing.agree'
  | 'marketing.decline'
