/** The activity log. */
import { numeral, textsOf } from './language.ts'

export const activity = {
  deletedCustomer: 'Deleted customer',
  points: (points: number) => `${numeral(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
}

export const activityTexts = textsOf('activity', activity)
