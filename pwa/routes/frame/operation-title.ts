/** 'Purchase: $12.50', 'Sign-up: Ada Lovejoy' */
import { deviceOperation } from '#pwa/loyalty/operations.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { isOperationName } from '#schema/contract/operation.ts'

type Named = Partial<Record<'amount' | 'firstName' | 'lastName' | 'code', string | null>>

export function operationTitle(name: string, { amount, firstName, lastName, code }: Named): string {
  const label = isOperationName(name) ? deviceOperation(name).label() : name
  const what = amount ? formatMoney(amount) : firstName ? `${firstName} ${lastName}` : code
  return what ? outboxTexts.entry(label, what) : label
}
