/** A new owner's setup steps, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { setUp as english } from '#pwa/texts/set-up.ts'

export const setUp: Translated<typeof english> = {
  title: 'Primeros pasos',
  progress: (done, of) => `${done} de ${of} pasos hechos`,
  hide: 'Ocultar estos pasos',
  ready: 'Todo listo',
  readyHint: 'Cuelga el cartel donde se paga y dale a la caja su dispositivo.',
  poster: 'Imprimir el cartel',
  counterDevice: 'Agregar un dispositivo',
  hideReady: 'Ocultar esto',
  done: '(hecho)',
  toDo: '(pendiente)',
  start: 'Empezar',
  looksGood: 'Así está bien',
  steps: {
    brand: 'Dale tu estilo',
    program: 'Revisa cómo se ganan los puntos',
    reward: 'Ofrece una primera recompensa',
    qrCode: 'Imprime un código QR',
    staff: 'Invita a tu equipo',
    customer: 'Inscribe a un primer cliente',
  },
  hints: {
    brand: 'Tu logo y tus colores en la tarjeta de cada cliente.',
    program: 'Un punto por dólar, salvo que elijas otra cosa.',
    reward: 'Algo por lo que la gente vuelva.',
    qrCode: 'Los clientes lo escanean y se inscriben en menos de un minuto.',
    staff: 'Atienden la caja y no ven los ajustes.',
    customer: 'Pruébalo: puedes ser la primera persona.',
  },
}
