/** The activity log, in Spanish. */
import type { activity as english } from '#pwa/texts/activity.ts'
import { numeral, type Translated } from '#pwa/texts/language.ts'

export const activity: Translated<typeof english> = {
  deletedCustomer: 'Cliente eliminado',
  points: (points: number) => `${numeral(points)} ${Math.abs(points) === 1 ? 'punto' : 'puntos'}`,
}
