/** The error screen, in Spanish. */
import type { brokenScreen as english } from '#pwa/texts/broken-screen.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const brokenScreen: Translated<typeof english> = {
  somethingWrong: 'Algo salió mal',
  brokenHint:
    'Revisa tu conexión e inténtalo de nuevo. Todo lo guardado en este dispositivo está a salvo.',
  tryAgain: 'Reintentar',
  savedHint: {
    signUp: 'Tu inscripción está guardada. No hace falta que te inscribas otra vez.',
    redemption: 'Tu canje está guardado. No hace falta que canjees otra vez.',
    change: 'Tu último cambio está guardado en este dispositivo. No hace falta repetirlo.',
    sent: 'Tu último cambio está hecho. No hace falta repetirlo.',
  },
  open: {
    signUp: 'Abrir mi tarjeta',
    redemption: 'Abrir mi tarjeta',
    change: 'Abrir los cambios por sincronizar',
    sent: 'Abrir su página',
  },
}
