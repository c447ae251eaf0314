/** The activity log. */
import { textsOf } from './language.ts'

export const activity = {
  deletedCustomer: 'Deleted customer',
  points: (points: number) =>
    `${points.toLocaleString('en-US')} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
}

export const activityTexts = textsOf('activity', activity)
