/** The postal address in campaign emails: the field, and the notice if it is missing. */
import { textsOf } from './language.ts'

export const postalAddress = {
  label: 'Postal address',
  hint: 'Printed at the end of every campaign email, because the law requires it. A street address or a P.O. box.',
  placeholder: '12 Harbor St, Portland, ME 04101',
  missing:
    'Campaigns are on hold until you add your postal address. Every campaign email has to show it.',
  add: 'Add Address',
}

export const postalAddressTexts = textsOf('postalAddress', postalAddress)
