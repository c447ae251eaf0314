/** Members and points that a file of another program brings along. */
import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const imports = {
  title: 'Bring Customers Over',
  description:
    'Members and points from the program you used before. You see what happens to each row before anything is written, nobody is emailed, and you can undo it for 30 days.',

  choose: 'Choose a File',
  chooseHint:
    'A CSV file with a header row, up to 50,000 rows and 100 MB. Each row needs a name and an email; without an email, a phone number, if your program allows that.',
  chooseFile: 'Choose File',
  reading: 'Reading the file…',
  problems: {
    too_large: 'This file is larger than 100 MB. Split it and bring the parts over one by one.',
    too_many_rows:
      'This file has more than 50,000 rows. Split it and bring the parts over one by one.',
    too_many_columns: 'This file has more than 200 columns. Remove those you don’t need.',
    cell_too_long:
      'A cell of this file has more than 10,000 characters, or a quote that never ends. Correct it and choose the file again.',
    spreadsheet:
      'This is a spreadsheet. Open it, save it as CSV (“CSV UTF-8”), and choose that file.',
    pdf: 'This is a PDF. Export your customers as CSV, and choose that file.',
    not_text: 'This isn’t a CSV file. Export your customers as CSV, and choose that file.',
    no_rows:
      'This file has no rows below its header. Export your customers as CSV, and choose that file.',
  },
  notRead: 'The file was not read',

  columns: 'What Is in the File',
  recognized: (program: string) => `It looks like an export of ${program}.`,
  unrecognized: 'Check which column is which.',
  rowsIn: (count: number, file: string) =>
    counted(count, { one: `# row in ${file}`, other: `# rows in ${file}` }),
  repeated: (names: string) =>
    `These columns have the same name, so choose the right one yourself: ${names}`,
  noHeader:
    'The first row looks like a customer, and it isn’t brought over. Add a row with the names of the columns above it, and choose the file again.',
  notInFile: 'Not in the file',
  columnNumber: (number: number, name: string) => `${number}. ${name || '(no name)'}`,
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    fullName: 'Whole name',
    email: 'Email',
    phone: 'Phone',
    birthday: 'Birthday',
    points: 'Points',
    spent: 'Spent before',
    joined: 'Member since',
    emailConsent: 'Agreed to marketing emails',
    smsConsent: 'Agreed to marketing texts',
    consentDate: 'Date of the consents',
    foreignId: 'Customer ID there',
  },
  example: (cells: string) => `For example: ${cells}`,
  readAs: (cell: string, value: string) => `${cell} → ${value}`,
  unreadable: 'can’t be read',
  dates: 'Dates',
  dateOrders: { mdy: 'Month first (12/31)', dmy: 'Day first (31/12)' },
  decimal: 'Decimals',
  decimals: { '.': '1,234.50', ',': '1.234,50' },
  alsoLower: 'Also lower balances that are higher here',
  alsoLowerHint: 'Leave it off if customers have earned points here already.',
  needsName: 'Choose the column with the first name or the whole name',
  needsContact: 'Choose the column with the email or the phone number',
  needsEmail: 'Choose the column with the email',
  check: 'Check the File',
  otherFile: 'Choose Another File',
  notStarted: 'The import was not started',

  programs: {
    square: 'Square',
    shopify: 'Shopify',
    toast: 'Toast',
    lightspeed: 'Lightspeed',
    loyverse: 'Loyverse',
    smile: 'Smile.io',
    stampMe: 'Stamp Me',
    perkstar: 'Perkstar',
    other: 'another program',
  },

  chooseOrCompare:
    'While both programs run, choose the old one’s new export to compare it with what was brought over. Or bring over another file.',
  compares: 'Only compare with what was brought over',
  comparesHint: 'Shows the differences, the largest first. Nothing is written.',
  differing: 'Rows that differ',
  comparedHint:
    'The largest differences come first. Bring it over to give members the points that they have earned there since.',
  nothingDiffers: 'Every row has the points that were brought over.',
  comparedRow: (file: string, given: string, balance: string | null) =>
    balance === null
      ? `${file} in the file, not here yet`
      : `${file} in the file, ${given} brought over, balance here ${balance}`,
  differenceOf: (points: string) => `Difference ${points}`,
  bringOver: 'Bring Over',

  states: {
    uploading: 'Reading the File',
    checked: 'Ready',
    compared: 'Compared',
    running: 'Bringing Customers Over',
    paused: 'Paused',
    finished: 'Finished',
    undoing: 'Undoing',
    undone: 'Undone',
    abandoned: 'Discarded',
  },
  fileLine: (file: string, program: string) => `${file}, from ${program}`,
  checkedRows: (done: string, of: string) => `${done} of ${of} rows checked`,
  writtenRows: (done: string, of: string) => `${done} of ${of} rows brought over`,
  undoneRows: (done: string, of: string) => `${done} of ${of} rows undone`,
  waiting: 'The server can’t be reached. It continues by itself.',
  fileElsewhere:
    'The file isn’t on this device. Continue on the device where you chose it, or discard the import and choose the file again.',
  readAgain: 'The file can’t be read any more. Discard the import and choose the file again.',
  new: 'New members',
  known: 'Already members',
  refused: 'Not brought over',
  points: 'Points',
  left: 'Left out meanwhile',
  checkedHint:
    'Nothing has been written yet. Members who are here already keep their name and their choices, and get the points they don’t have yet.',
  refusedHint:
    'To bring over a row that is left out, correct it in the file and choose the file again. Members who are here already get nothing twice.',
  run: (count: number) =>
    counted(count, { one: 'Bring # Customer Over', other: 'Bring # Customers Over' }),
  nothingToRun: 'No row of this file can be brought over. Discard it, and check the columns.',
  runHint: 'You can go on working meanwhile. It continues while this page is closed.',
  pause: 'Pause',
  resume: 'Continue',
  discard: 'Discard',
  discardTitle: 'Discard this import?',
  discardMeaning: 'Nothing was written. You can choose the file again at any time.',
  failed: 'That didn’t work',

  sendCards: 'Send Cards',
  sendCardsOf: (file: string) => `Send the cards of ${file}`,
  pauseCards: 'Pause',
  pauseCardsOf: (file: string) => `Pause sending the cards of ${file}`,
  resumeCards: 'Continue Sending',
  resumeCardsOf: (file: string) => `Continue sending the cards of ${file}`,
  sendCardsTitle: (count: number) =>
    counted(count, { one: 'Email # card?', other: 'Email # cards?' }),
  noCardToSend: 'There is no card to email now.',
  sendCardsMeaning:
    'Each of these members gets one email with the link to their card, and no other. Many take more than a day to send.',
  withoutCard: {
    sentBefore: (count: number) =>
      counted(count, { one: '# member got theirs before.', other: '# members got theirs before.' }),
    haveCard: (count: number) =>
      counted(count, {
        one: '# member has a card already.',
        other: '# members have a card already.',
      }),
    withoutEmail: (count: number) =>
      counted(count, { one: '# member has no email.', other: '# members have no email.' }),
    mailFails: (count: number) =>
      counted(count, {
        one: '# member can’t be reached by mail.',
        other: '# members can’t be reached by mail.',
      }),
    unsubscribed: (count: number) =>
      counted(count, {
        one: '# member said no to emails.',
        other: '# members said no to emails.',
      }),
  },
  cards: {
    sending: (count: number) =>
      counted(count, { one: 'Sending: # card so far', other: 'Sending: # cards so far' }),
    paused: (count: number) =>
      counted(count, { one: 'Paused after # card', other: 'Paused after # cards' }),
    sent: (count: number) => counted(count, { one: '# card sent', other: '# cards sent' }),
  },

  rowsOf: (file: string, when: string) => `Rows of ${file}, ${when}`,
  showRows: 'Show Rows',
  hideRows: 'Hide Rows',
  rowsShown: 'Which rows',
  all: 'All',
  line: (line: string) => `Row ${line}`,
  plans: { new: 'New', known: 'Already a member', refused: 'Not brought over' },
  outcomes: {
    waiting: '',
    written: 'Brought over',
    left: 'Left out',
    undone: 'Undone',
    kept: 'Kept, points taken back',
  },
  pointsOf: (count: number) => counted(count, { one: '# point', other: '# points' }),
  withoutField: (fields: string) => `Without ${fields}, which can’t be read`,
  noRows: 'No such row.',
  more: 'Show More',
  reasons: {
    cell_count: 'Has more or fewer cells than the header',
    cell_long: 'Has a cell with more than 300 characters',
    name_missing: 'Has no name',
    name_long: 'The name has more than 100 characters',
    contact_missing: 'Has neither an email nor a phone number',
    email_missing: 'Has no email',
    email_invalid: 'The email isn’t valid',
    phone_invalid: 'The phone number isn’t valid',
    phone_digits_lost:
      'A spreadsheet rounded the phone number, so its last digits are lost. Export the file again and don’t open it before.',
    points_unreadable: 'The points aren’t a number',
    points_negative: 'The points are below zero',
    points_over: 'That’s more points than one customer can have',
    spent_unreadable: 'The amount spent isn’t a number',
    row_repeated: 'An earlier row of this file is the same customer',
    record_of_other: 'Its ID, email or number belongs to another customer',
    member_erased: 'This customer has left the program',
  },

  earlier: 'Earlier Imports',
  none: 'Nothing was brought over yet.',
  result: (members: number, points: number) =>
    `${counted(members, { one: '# new member', other: '# new members' })}, ${counted(points, { one: '# point', other: '# points' })}`,
  finishedOn: (day: string) => `Finished ${day}`,
  undoUntil: (day: string) => `Can be undone until ${day}`,
  undo: 'Undo',
  undoOf: (file: string) => `Undo the import of ${file}`,
  undoTitle: 'Undo this import?',
  undoErased: (count: number) =>
    counted(count, {
      one: '# member who has done nothing since is removed.',
      other: '# members who have done nothing since are removed.',
    }),
  undoKept: (count: number) =>
    counted(count, {
      one: '# member stays, without the imported points.',
      other: '# members stay, without the imported points.',
    }),
  undoPoints: (count: number) =>
    counted(count, { one: '# point is taken back.', other: '# points are taken back.' }),
  undoSpent: (count: number) =>
    counted(count, {
      one: '# point was spent already and stays spent.',
      other: '# points were spent already and stay spent.',
    }),
}

export const importTexts = textsOf('imports', imports)
