/** The frame of a business's screens and its dashboard. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const changes = { one: '# change', other: '# changes' }

export const business = {
  dashboard: 'Home',
  featureOff: {
    loyalty: 'The loyalty program is switched off for this business.',
    analytics: 'Analytics are switched off for this business.',
  },
  customers: 'Customers',
  qrCodes: 'QR Codes',
  rewards: 'Rewards',
  pendingSync: 'Pending Sync',
  staff: 'Staff',
  activityLog: 'Activity Log',
  tabs: 'Business',
  description: 'Here’s how your program is doing.',

  // Access Denied
  accessDenied: 'Access Denied',
  accessDeniedHint:
    "You don't have access to a business dashboard. Please contact your administrator.",
  signOut: 'Sign Out',

  // The badge and the banners
  lostHere: (count: number) => counted(count, { other: '# lost on this device' }),
  needAttention: (count: number) =>
    counted(count, { one: '# needs attention', other: '# need attention' }),
  toSync: (count: number) => counted(count, { other: '# to sync' }),
  onHold: (count: number) => counted(count, { other: '# on hold' }),
  offline: 'Offline',
  settingUp: 'Setting up…',
  signingOut: 'Signing out…',
  allSynced: 'All synced',
  backToSuperAdmin: 'Back to Super Admin',
  superAdminView: (name: string) => `Super Admin View - Viewing ${name} dashboard`,
  suspended:
    'This business is suspended. Your data is safe. Sales you record now are held and will count once it’s reactivated.',
  trialEnded:
    'Your trial has ended. Your data is safe. Choose a plan to keep going. Sales you record until then are held.',
  trialEnds: (days: number) =>
    days === 1
      ? 'Your trial ends tomorrow.'
      : counted(days, { other: 'Your trial ends in # days.' }),
  evicted: (count: number) =>
    `Your browser cleared this device’s storage. ${counted(count, {
      one: '# unsynced change may be lost. Check whether it came through, and re-enter it if it’s missing.',
      other:
        '# unsynced changes may be lost. Check whether they came through, and re-enter any that are missing.',
    })}`,
  gotIt: 'Got It',
  offlineSaved: (count: number) =>
    counted(count, {
      one: 'You’re offline. # change is saved on this device and will sync when you’re back online.',
      other:
        'You’re offline. # changes are saved on this device and will sync when you’re back online.',
    }),
  offlineSynced:
    'You’re offline. Everything so far is synced. Keep working: changes are saved on this device.',
  offlineUnknown: 'You’re offline. Keep working: changes are saved on this device.',
  intermediary: (count: number) =>
    `Something between this device and our server, such as a firewall or a proxy, isn’t letting changes through. ${
      count === 0
        ? 'We’ll keep trying.'
        : counted(count, {
            one: '# change is saved on this device, and we’ll keep trying to sync it.',
            other: '# changes are saved on this device, and we’ll keep trying to sync them.',
          })
    } If this doesn’t end, use another network or ask whoever runs this one.`,
  retryNow: 'Retry Now',
  reload: 'Reload',
  sessionOver: 'Session expired',
  sessionExpired: (count: number) =>
    count === 0
      ? 'Your session expired. Sign in again.'
      : `Your session expired. Sign in again to sync ${counted(count, changes)} saved on this device.`,
  signIn: 'Sign In',
  deviceFull: 'This device is almost out of storage. Free up space so changes can be saved.',
  updateRequired: 'Update required. Reload to get the latest version.',
  databaseNewer:
    'This device last ran a newer version of the app. Your data is safe but can’t be opened yet. Reload in a few minutes, or export your unsynced changes.',
  databaseFailed:
    'We couldn’t open the data on this device. Nothing is lost. Reload, and if that doesn’t help, export your unsynced changes.',
  databaseOutdated: 'A newer version is open in another tab. Reload this one.',
  databaseBlocked: 'Close the app’s other tabs to continue. If that doesn’t help, reload this one.',
  missing: (count: number) =>
    counted(count, {
      one: '# change on this device was lost before it synced because the browser cleared its storage.',
      other:
        '# changes on this device were lost before they synced because the browser cleared its storage.',
    }),

  // Leaving a form
  leaveTitle: 'Leave without saving?',
  leaveMeaning: 'What you entered here isn’t saved.',
  leave: 'Leave',
  keepEditing: 'Keep Editing',

  // Today
  today: 'Today',
  todayFigures: {
    purchases: 'Purchases',
    sales: 'Sales',
    newMembers: 'Sign-ups',
    rewards: 'Rewards redeemed',
  },
  salesOfDays: (days: number) => counted(days, { other: 'Sales of the last # days' }),
  lastWeekday: (figure: string, weekday: string) => `${figure} last ${weekday} by now`,

  // The dashboard
  totalCustomers: 'Total Customers',
  totalScans: 'Total Scans',
  activeRewards: 'Active Rewards',
  generateQrCode: 'Generate QR Code',
  createQrCode: 'Create QR Code',
  signUpCustomer: 'Sign Up Customer',
  searchCustomers: 'Search customers',
  filterCustomers: 'Filter customers',
  sortCustomers: 'Sort customers',
  customerGroups: {
    all: 'All customers',
    new: 'Joined in the last 30 days',
    active: 'Bought in the last 30 days',
    away: 'Not seen for 30 days',
    email: 'Agreed to marketing emails',
    sms: 'Agreed to text messages',
    push: 'Agreed to notifications',
    unreached: 'Mail doesn’t reach them',
    ready: 'Can redeem a reward',
  },
  customerSorts: {
    '-joined': 'Newest first',
    joined: 'Oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-points': 'Most points first',
    points: 'Fewest points first',
    '-spent': 'Most spent first',
    spent: 'Least spent first',
  },
  customersShown: (count: number) => counted(count, { one: '# customer', other: '# customers' }),
  customersSoFar: (count: number) =>
    counted(count, {
      one: '# customer so far. Export waits until all are here.',
      other: '# customers so far. Export waits until all are here.',
    }),
  onlyNewest: (count: string) =>
    `Only the newest ${count} customers are on this device. Search by email or phone to find others.`,
  printedOf: (printed: string, count: string) =>
    `The first ${printed} of ${count} customers. An export has all of them.`,
  exportCustomers: 'Export',
  customerActs: 'More for customers',
  importCustomers: 'Import Customers',
  exportedCustomers: (count: number) =>
    counted(count, { one: '# customer exported', other: '# customers exported' }),
  exportedWithoutServer:
    'Without birthdays and the days of consents: those come from the server, which can’t be reached.',
  customerColumns: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    consents: {
      email: 'Agreed to marketing emails',
      sms: 'Agreed to text messages',
      push: 'Agreed to notifications',
    },
    consentDays: {
      email: 'Marketing emails: chosen on',
      sms: 'Text messages: chosen on',
      push: 'Notifications: chosen on',
    },
    birthday: 'Birthday (month-day)',
    yes: 'Yes',
    no: 'No',
    reach: 'Mail reaches them',
    memberId: 'Member ID',
  },
  showMore: 'Show More',
  downloadingCustomers: (count: string, total: string) =>
    `Setting up this device: ${count} of ${total} customers downloaded.`,
  customersDownloaded: 'Customers downloaded',
  foundOnline: 'Found online',
  customer: 'Customer',
  points: 'Points',
  totalSpent: 'Total Spent',
  joined: 'Joined',
  noCustomers: 'No customers yet. Put your QR code on the counter. Joining takes under a minute.',
  noMatch: (query: string) => `No customers match “${query}”. Try a name, email, or phone number.`,

  nobodyIn: (group: string) => `No customers match the filter “${group}”.`,
  showAllCustomers: 'Show All Customers',

  // QR codes
  name: 'Name',
  untitled: 'Untitled',
  location: 'Location',
  noLocation: 'No location',
  scans: 'Scans',
  status: 'Status',
  active: 'Active',
  inactive: 'Inactive',
  created: 'Created',
  noQrCodes: 'No QR codes yet. Create one, print it, and customers can join by scanning.',
  qrCode: 'QR Code',
  qrCodeOf: (name: string) => `QR code ${name}`,
  newQrCodeHint: 'Name it for where you’ll put it, so you can tell which spot gets the scans.',
  madeQrCodeHint: 'Print it and put it where customers wait. Scanning it opens your sign-up page.',
  pausedQrCodeHint: 'This code is paused. Nobody can join with it until you resume it.',
  qrCodeOffline: 'You’re offline. Connect to the internet to create a QR code.',
  qrCodeNameExample: 'Counter sticker',
  locationName: 'Location name',
  locationNameHint: 'Optional. Customers see it on the sign-up page.',
  locationNameExample: 'Front counter',
  generate: 'Generate',
  generationFailed: 'Generation Failed',
  qrCodeNotCreated: 'We couldn’t create the QR code. Try again.',
  imageNotCreated: 'We couldn’t create the file. Try again.',
  signUpLink: 'Sign-up link',
  copySignUpLink: 'Copy sign-up link',
  urlCopied: 'URL Copied!',
  urlCopiedHint: 'The signup URL has been copied to your clipboard.',
  download: 'Download',
  downloadSvg: 'Download SVG',
  print: 'Print',
  done: 'Done',
  scanToJoin: 'Scan to join',

  // Rewards
  reward: 'Reward',
  pointsRequired: 'Points Required',
  discount: 'Discount',
  noRewards: 'No rewards yet. Create one so customers have something to earn.',
}

export const businessTexts = textsOf('business', business)
