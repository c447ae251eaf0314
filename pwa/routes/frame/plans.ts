/** The plans and their prices. */
import { platformTexts } from '#pwa/texts/platform.ts'
import { limits } from '#schema/contract/limits.ts'
import type { TenantSearch } from './tenant-search.ts'

export type Plan = NonNullable<TenantSearch['plan']>

interface PlanChoice {
  value: Plan
  label: string
  description: string
}

export function offeredPlans(): PlanChoice[] {
  return [
    choiceOf('trial', platformTexts.trialDays(limits.trialDays)),
    choiceOf('pro', platformTexts.proPrice),
    choiceOf('enterprise', platformTexts.customPricing),
  ]
}

/** Basic is no longer offered; businesses that have it may keep it. */
export function plansFor(current: Plan): PlanChoice[] {
  const offered = offeredPlans()
  if (offered.some(({ value }) => value === current)) return offered
  return [choiceOf(current, platformTexts.noLongerAvailable), ...offered]
}

function choiceOf(value: Plan, description: string): PlanChoice {
  return { value, label: platformTexts.plans[value], description }
}
