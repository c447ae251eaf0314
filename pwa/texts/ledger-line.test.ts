/**
 * Spanish screens translate the texts that the server stores in English, but not texts that people
 * wrote.
 */
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
  ['Redención: $1,000.00 off', 'Redención: $1,000.00 de descuento'],
  ['Reversed: $4.00 of a purchase of $1,000.00', 'Anulado: $4.00 de una compra de $1,000.00'],
  ['Two for one: 12.5% off', 'Two for one: 12.5% de descuento'],
  ['Sale: everything off', 'Sale: everything off'],
  ['Late receipt', 'Late receipt'],
  ['Free espresso', 'Free espresso'],
] as const

test.each(lines)('%s', (stored, spanish) => {
  expect(ledgerLine(stored)).toBe(stored)
  setLanguage('es', catalog)
  expect(ledgerLine(stored)).toBe(spanish)
})

test.each([
  ['reward', 'Happy hour: 20% off'],
  ['adjustment', 'Redeemed: wrong cup'],
  ['adjustment', 'Welcome bonus'],
] as const)('does not translate text that people wrote: %s, %s', (origin, written) => {
  setLanguage('es', catalog)
  expect(ledgerLine(written, origin)).toBe(written)
})

test.each([
  ['welcome', 'Welcome: 10% off', 'Bienvenida: 10% de descuento'],
  ['campaign', 'Welcome: 10% off', 'Welcome: 10% de descuento'],
  ['redemption', 'Redeemed: Undone: tea', 'Canje: Undone: tea'],
  ['reversal', 'Undone: Free tea', 'Canje deshecho: Free tea'],
  ['adjustment', 'Adjustment', 'Ajuste'],
] as const)('recognizes a server text by its origin: %s, %s', (origin, line, spanish) => {
  setLanguage('es', catalog)
  expect(ledgerLine(line, origin)).toBe(spanish)
})
