/** The activity log. */
export const activity = {
  deletedCustomer: 'Deleted customer',
  points: (points: number) =>
    `${points.toLocaleString('en-US')} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
}
