/** The activity log, in Spanish. */
import type { activity as english } from '#pwa/texts/activity.ts'
import type { Translated } from '#pwa/texts/language.ts'

export const activity: Translated<typeof english> = {
  deletedCustomer: 'Cliente eliminado',
  points: (points: number) =>
    `${points.toLocaleString('es')} ${Math.abs(points) === 1 ? 'punto' : 'puntos'}`,
}
