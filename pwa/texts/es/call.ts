/** Errors that any call may have, in Spanish. */
import type { call as english } from '#pwa/texts/call.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const call: Translated<typeof english> = {
  somethingWrong: 'Algo salió mal. Inténtalo de nuevo.',
  noConnection: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  intermediary:
    'Algo entre este dispositivo y nuestro servidor no dejó pasar esto. Inténtalo de nuevo o usa otra red.',
  tooMany: (wait) => `Demasiados intentos. Inténtalo de nuevo dentro de ${wait}.`,
}
