/** Refusals name their figures in the language of the screen. */
import { afterEach, expect, test } from 'vitest'
import { describeRow } from '#pwa/loyalty/describe-row.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { operation } from '#pwa/texts/es/operation.ts'
import { setLanguage } from '#pwa/texts/language.ts'
import { ada, setUp } from '#tests/support/overlay-scene.ts'

afterEach(() => setLanguage('en', {}))

test.each([
  [
    'points_short',
    { taken: '40', balance: '30' },
    'The balance is 30 points, so 40 can’t be taken off.',
    'El saldo es de 30 puntos, así que no se pueden quitar 40.',
  ],
  [
    'reversal_too_large',
    { left: '6.67' },
    'Only $6.67 of this purchase is left to reverse.',
    'De esta compra solo quedan $6.67 por deshacer.',
  ],
  [
    'spent_more',
    { debt: '1' },
    'Separating them would leave a debt of 1 point. Look at the member again, then separate.',
    'Separarlos dejaría una deuda de 1 punto. Vuelve a mirar al miembro y sepáralos después.',
  ],
] as const)('%s', (code, result, english, spanish) => {
  const { ask, device } = setUp()
  const payload = { memberId: ada.id, points: -40, reason: 'Typed twice' }
  const row = ask('points.adjust', payload, { status: 'refused', code, result })
  expect(describeRow(viewOf(device), row).message).toBe(english)
  setLanguage('es', { operation })
  expect(describeRow(viewOf(device), row).message).toBe(spanish)
})
