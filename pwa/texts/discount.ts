/** The discount fields in the forms of rewards and campaigns. */
import { textsOf } from './language.ts'

export const discount = {
  kind: 'Discount',
  free: 'Free item',
  percentage: 'Percentage',
  fixed: 'Dollar amount',
  percentageValue: 'Percent off',
  fixedValue: 'Dollars off',
  freeValue: 'Price of the item',
  freeHint: 'In dollars. The coupon takes it off the bill.',
}

export const discountTexts = textsOf('discount', discount)
