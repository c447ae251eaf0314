/** The plans and what they cost (spec.md §9). */
import { limits } from '#schema/contract/limits.ts'
import type { TenantSearch } from './tenant-search.ts'

type Plan = NonNullable<TenantSearch['plan']>

export const planLabels: Record<Plan, string> = {
  trial: 'Trial',
  basic: 'Basic',
  pro: 'Pro',
  enterprise: 'Enterprise',
}

const offered = [
  { value: 'trial', label: planLabels.trial, description: `${limits.trialDays} days free` },
  { value: 'pro', label: planLabels.pro, description: '$49/month' },
  { value: 'enterprise', label: planLabels.enterprise, description: 'Custom pricing' },
] as const satisfies { value: Plan; label: string; description: string }[]

export const offeredPlans: readonly { value: Plan; label: string; description: string }[] = offered

/** Basic is no longer offered; who has it may keep it. */
export function plansFor(current: Plan) {
  const kept = { value: current, label: planLabels[current], description: 'No longer offered' }
  return offeredPlans.some(({ value }) => value === current)
    ? offeredPlans
    : [kept, ...offeredPlans]
}
