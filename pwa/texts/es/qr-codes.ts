/** What an owner does with the QR codes there are, in Spanish. */
import type { qrCodes as english } from '#pwa/texts/en/qr-codes.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const qrCodes: Translated<typeof english> = {
  title: 'Códigos QR',
  columnActions: 'Acciones',
  more: (name) => `Más sobre ${name}`,
  thisCode: 'Este código QR',
  show: 'Ver el código QR',
  edit: 'Editar el código QR',
  editHint: 'Cambia su nombre o su lugar. Lo que ya imprimiste sigue funcionando.',
  save: 'Guardar',
  cancel: 'Cancelar',
  saved: 'Código QR guardado',
  savedHint: (name) => `Tu cambio en ${name} está guardado.`,
  retire: 'Retirar',
  retireTitle: '¿Retirar este código QR?',
  retireHint:
    'A quien lo escanee se le dirá que ya no es válido, y nadie podrá inscribirse con él. Puedes reactivarlo más adelante.',
  retired: 'Código QR retirado',
  retiredHint: (name) => `${name} ya no inscribe a nadie.`,
  reactivate: 'Reactivar',
  reactivated: 'Código QR reactivado',
  reactivatedHint: (name) => `${name} vuelve a inscribir clientes.`,
  failed: 'El código QR no se cambió',
}
