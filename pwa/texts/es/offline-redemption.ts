/** Redeeming without a connection, in Spanish. */

import { numeral, plural, type Translated } from '#pwa/texts/language.ts'
import type { offlineRedemption as english } from '#pwa/texts/offline-redemption.ts'

const points = (count: number) =>
  `${numeral(count)} ${plural(count, { one: 'punto', other: 'puntos' })}`

export const offlineRedemption: Translated<typeof english> = {
  title: 'Canje sin conexión',
  description: 'Lo que el personal puede entregar mientras la caja no tiene conexión.',
  choose: 'Cuando no hay conexión',
  confirmFirst: 'Confirmar primero',
  confirmFirstHint:
    'Los puntos se reservan en el dispositivo. La recompensa se entrega cuando el servidor confirma. No se puede gastar de más.',
  trust: 'Confiar dentro de límites',
  trustHint:
    'El personal puede entregar una recompensa al momento, una por miembro, con un saldo visto en las últimas 24 horas. Si los puntos ya no están, el miembro los debe y los puntos siguientes los pagan.',
  pointsPerRedemption: 'Máximo de puntos por recompensa',
  pointsPerDevice: 'Máximo de puntos por dispositivo antes de sincronizar',
  worstCase: (devices, total) =>
    plural(devices, {
      one: `En el peor caso, ${numeral(devices)} dispositivo usado en los últimos 30 días podría entregar ${points(total)} en total antes de sincronizar.`,
      other: `En el peor caso, ${numeral(devices)} dispositivos usados en los últimos 30 días podrían entregar ${points(total)} en total antes de sincronizar.`,
    }),
  worth: (amount) => `En recompensas son ${amount} como máximo.`,
  save: 'Guardar',
  saved: 'Canje sin conexión actualizado',
  notSaved: 'No se guardó',
  debtsElsewhere: 'Ver quién debe puntos',
}
