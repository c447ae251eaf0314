/** The discount fields in the forms of rewards and campaigns. */
import { textsOf } from './language.ts'

export const discount = {
  kind: 'Discount',
  percentage: 'Percentage',
  fixed: 'Dollar amount',
  percentageValue: 'Percent off',
  fixedValue: 'Dollars off',
}

export const discountTexts = textsOf('discount', discount)
