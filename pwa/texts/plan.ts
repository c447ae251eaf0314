/** The texts about the plan in the current language. */
import { plan } from './en/plan.ts'
import { textsOf } from './language.ts'

export const planTexts = textsOf('plan', plan)
