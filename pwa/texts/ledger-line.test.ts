/** What the server stores in English reads Spanish on a Spanish screen; what people wrote stays. */
import { afterEach, expect, test } from 'vitest'
import { catalog } from './es/catalog.ts'
import { setLanguage } from './language.ts'
import { ledgerLine } from './ledger-line.ts'

afterEach(() => setLanguage('en', {}))

const lines = [
  ['Welcome bonus', 'Puntos de bienvenida'],
  ['Purchase of $12.50', 'Compra de $12.50'],
  ['Reversed: $4.00 of a purchase of $12.50', 'Anulado: $4.00 de una compra de $12.50'],
  ['Redeemed: Café $& gratis', 'Canje: Café $& gratis'],
  ['Undone: #2 espresso', 'Canje deshecho: #2 espresso'],
  ['Adjustment', 'Ajuste'],
  ['Welcome: 10% off', 'Bienvenida: 10% de descuento'],
  ['Feliz día: $4.50 off', 'Feliz día: $4.50 de descuento'],
  ['Late receipt', 'Late receipt'],
  ['Free espresso', 'Free espresso'],
] as const

test.each(lines)('%s', (stored, spanish) => {
  expect(ledgerLine(stored)).toBe(stored)
  setLanguage('es', catalog)
  expect(ledgerLine(stored)).toBe(spanish)
})
