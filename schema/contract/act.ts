/** What a line of the audit log is about: a call, an operation, or what a rule did of its own. */
import type { CallName } from './api.ts'
import type { OperationName } from './operation.ts'

export type Act =
  | CallName
  | OperationName
  | 'account.changeEmail'
  | 'auth.loginUnverified'
  | 'business.acceptParked'
  | 'business.changeFeatures'
  | 'business.changePlan'
  | 'business.reactivate'
  | 'business.refuseParked'
  | 'business.suspend'
  | 'marketing.agree'
  | 'marketing.decline'
