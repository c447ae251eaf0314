/** Sample customers for a new owner to try the product with, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { sample as english } from '#pwa/texts/sample.ts'

export const sample: Translated<typeof english> = {
  offer: '¿Aún sin clientes reales? Pruébalo todo primero con clientes inventados.',
  offline: 'Para cargar clientes de ejemplo hace falta conexión a internet.',
  load: 'Cargar clientes de ejemplo',
  loaded: 'Clientes de ejemplo cargados',
  loadedHint: (count) => `${count} clientes inventados con dos meses de compras.`,
  notLoaded: 'No se cargaron los clientes de ejemplo',
  there: (count) =>
    `Estás viendo ${count} clientes de ejemplo. Llevan la marca «(sample)». Esta página los cuenta; tus estadísticas, no.`,
  thereOffline: (count) =>
    `Estás viendo ${count} clientes de ejemplo. Esta página los cuenta; tus estadísticas, no. Conéctate a internet para quitarlos.`,
  remove: 'Quitar clientes de ejemplo',
  removeTitle: '¿Quitar los clientes de ejemplo?',
  removeHint:
    'Se van con sus puntos, sus cupones y todo lo que probaste con ellos. Tus clientes se quedan.',
  removed: 'Clientes de ejemplo quitados',
  removedHint: 'No queda nada de ellos.',
  notRemoved: 'No se quitaron los clientes de ejemplo',
}
