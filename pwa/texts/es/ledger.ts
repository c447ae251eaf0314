/** Ledger lines and coupon names in Spanish: the server stores them in English. */
import type { LedgerText } from '#pwa/texts/ledger-line.ts'

export const ledger: Record<LedgerText, string> = {
  'Welcome bonus': 'Puntos de bienvenida',
  'Brought over from another program': 'Traídos de otro programa',
  'Import undone': 'Importación deshecha',
  'Joined with another card': 'Unida a otra tarjeta',
  'Separated from another card': 'Separada de otra tarjeta',
  Adjustment: 'Ajuste',
  'Purchase of #1': 'Compra de #1',
  'Reversed: #1 of a purchase of #2': 'Anulado: #1 de una compra de #2',
  'Redeemed: #1': 'Canje: #1',
  'Undone: #1': 'Canje deshecho: #1',
  'Welcome: #1 off': 'Bienvenida: #1 de descuento',
  '#1: #2 off': '#1: #2 de descuento',
}
