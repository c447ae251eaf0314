/**
 * Recognizes the program that exported a file, and its columns, by the names in the header. A
 * program's own names win over the common ones, because some use a common name for something else.
 */
import type { ImportField, ImportMapping, ImportSource } from './member-import.ts'

type Names = Partial<Record<ImportField, readonly string[]>>

interface Program {
  /** Header names that only this program writes; all of one of the sets must be there. */
  marks: readonly (readonly string[])[]
  names: Names
}

/** In lower case, letters and digits only. */
const common: Names = {
  firstName: ['firstname', 'givenname', 'forename', 'nombre', 'vorname', 'prenom'],
  lastName: ['lastname', 'surname', 'familyname', 'apellido', 'apellidos', 'nachname'],
  fullName: ['name', 'fullname', 'customername', 'customer', 'membername', 'username', 'guestname'],
  email: ['email', 'emailaddress', 'mail', 'correo', 'correoelectronico', 'customeremail'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'cell', 'telefono'],
  birthday: ['birthday', 'dateofbirth', 'birthdate', 'dob', 'fechadenacimiento', 'cumpleanos'],
  points: [
    'points',
    'pointsbalance',
    'pointbalance',
    'loyaltypoints',
    'loyaltybalance',
    'currentpoints',
    'rewardpoints',
    'balance',
    'puntos',
  ],
  spent: ['totalspent', 'lifetimespend', 'lifetimevalue', 'totalspend', 'ltv'],
  joined: [
    'joined',
    'joindate',
    'datejoined',
    'membersince',
    'createdat',
    'datecreated',
    'signupdate',
    'firstvisit',
    'registered',
  ],
  emailConsent: [
    'emailconsent',
    'marketingemailconsent',
    'emailmarketing',
    'acceptsemailmarketing',
    'emailoptin',
    'emailsubscriptionstatus',
    'emailmarketingconsent',
  ],
  smsConsent: ['smsconsent', 'smsmarketing', 'acceptssmsmarketing', 'smsoptin', 'textoptin'],
  consentDate: ['consentdate', 'consentedat', 'optindate', 'acceptsmarketingupdatedat'],
  foreignId: ['customerid', 'memberid', 'loyaltyid', 'cardnumber', 'id'],
}

const programs: Record<Exclude<ImportSource, 'other'>, Program> = {
  square: {
    marks: [['squarecustomerid']],
    names: { foreignId: ['squarecustomerid'], joined: ['firstvisit'] },
  },
  shopify: {
    marks: [['acceptsemailmarketing', 'totalorders'], ['acceptssmsmarketing']],
    names: { foreignId: ['customerid'], phone: ['phone', 'defaultaddressphone'] },
  },
  toast: {
    marks: [['guestguid'], ['loyaltyaccountnumber'], ['toastguestid'], ['rewardsaccountnumber']],
    names: {
      foreignId: ['guestguid', 'toastguestid', 'loyaltyaccountnumber', 'rewardsaccountnumber'],
    },
  },
  lightspeed: {
    // Its plain `balance` is store credit.
    marks: [['customercode', 'loyaltybalance']],
    names: {
      foreignId: ['customercode'],
      points: ['loyaltybalance'],
      phone: ['mobile', 'phone'],
      spent: [],
    },
  },
  loyverse: {
    marks: [
      ['customername', 'pointsbalance', 'totalvisits'],
      ['customername', 'customercode'],
    ],
    names: { foreignId: ['customercode', 'customerid'], joined: ['firstvisit'] },
  },
  smile: {
    marks: [['pointsbalance', 'referralurl'], ['smilecustomerid'], ['pointsbalance', 'viptier']],
    names: { foreignId: ['smilecustomerid', 'customerid', 'id'] },
  },
  stampMe: {
    marks: [['stampmeid'], ['stamps', 'cardname'], ['totalstamps', 'redeemedrewards']],
    names: { foreignId: ['stampmeid', 'memberid'], points: ['points', 'stamps'] },
  },
  perkstar: {
    marks: [['cardserialnumber'], ['cardstatus', 'utmtag']],
    names: {
      foreignId: ['cardserialnumber'],
      joined: ['datecreated', 'registrationdate'],
      points: ['bonusbalance', 'pointsbalance', 'points', 'stampbalance'],
    },
  },
}

interface Recognized {
  source: ImportSource
  mapping: ImportMapping
  /** Header names that occur more than once: the owner maps these by hand. */
  repeated: string[]
}

export function recognizeColumns(header: readonly string[]): Recognized {
  const names = header.map(bare)
  const isRepeated = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  const has = (name: string) => names.includes(name)
  const source =
    (Object.keys(programs) as (keyof typeof programs)[]).find((program) =>
      programs[program].marks.some((set) => set.every(has)),
    ) ?? 'other'
  const own: Names = source === 'other' ? {} : programs[source].names
  const mapping: ImportMapping = {}
  const taken = new Set<number>()
  for (const field of Object.keys(common) as ImportField[]) {
    // An own list also says which common names do not count here.
    const wanted = own[field] ?? common[field] ?? []
    const name = wanted.find((each) => has(each) && !isRepeated(each))
    const column = name === undefined ? -1 : names.indexOf(name)
    if (column < 0 || taken.has(column)) continue
    mapping[field] = column
    taken.add(column)
  }
  // A customer's name in two columns needs no third.
  if (mapping.firstName !== undefined) delete mapping.fullName
  const repeated = header.filter((_, at) => names[at] !== '' && isRepeated(names[at] ?? ''))
  return { source, mapping, repeated: [...new Set(repeated)] }
}

/** 'E-Mail Address ' → 'emailaddress' */
function bare(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
