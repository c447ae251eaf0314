/** One phone number as people copy it from contacts, messengers and documents. */
export const copiedPhones: readonly (readonly [from: string, copied: string, kept: string])[] = [
  ['a website', '+1 (555) 010-0199', '+1 (555) 010-0199'],
  ['a contact, embedded left to right', '\u202a+1 555 010 0199\u202c', '+1 555 010 0199'],
  ['a messenger, isolated', '\u2068+1 555 010 0199\u2069', '+1 555 010 0199'],
  ['a contact, marked left to right', '\u200e+15550100199', '+15550100199'],
  [
    'a document with hyphens that do not break',
    '+1\u2011555\u2011010\u20110199',
    '+1\u2011555\u2011010\u20110199',
  ],
  ['a document with an en dash', '+1 (555) 010\u20130199', '+1 (555) 010\u20130199'],
  [
    'a website with spaces that do not break',
    '+1\u00a0(555)\u00a0010-0199',
    '+1\u00a0(555)\u00a0010-0199',
  ],
  ['a PDF, behind a zero-width space', '\u200b555 010 0199', '555 010 0199'],
  ['a full-width keyboard', '＋１５５５０１００１９９', '＋１５５５０１００１９９'],
  ['a link', 'tel:+15550100199', '+15550100199'],
  ['a link with slashes', ' callto://+1-555-010-0199 ', '+1-555-010-0199'],
  ['an Arabic keyboard', '\u200f+١ ٥٥٥ ٠١٠ ٠١٩٩', '+١ ٥٥٥ ٠١٠ ٠١٩٩'],
  ['a Devanagari keyboard', '५५५ ०१० ०१९९', '५५५ ०१० ०१९९'],
  ['a spreadsheet cell', '\ufeff+1 555 010 0199\t\r\n', '+1 555 010 0199'],
  ['a word processor, with soft hyphens', '+1 555\u00ad010\u00ad0199', '+1 5550100199'],
  ['a Japanese keyboard', '+1 555ー010ー0199', '+1 555ー010ー0199'],
  ['a minus sign', '+1 555 010\u22120199', '+1 555 010\u22120199'],
  ['a letterhead', '(+1) 555 010 0199', '(+1) 555 010 0199'],
]
