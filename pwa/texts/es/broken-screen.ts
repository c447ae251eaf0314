/** A screen that broke, in Spanish. */
import type { brokenScreen as english } from '#pwa/texts/broken-screen.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const brokenScreen: Translated<typeof english> = {
  somethingWrong: 'Algo salió mal',
  brokenHint:
    'Revisa tu conexión e inténtalo de nuevo. Todo lo guardado en este dispositivo está a salvo.',
  tryAgain: 'Reintentar',
}
