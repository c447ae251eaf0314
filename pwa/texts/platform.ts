/** The super admins' screens: overview, invitations, businesses. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const businesses = { one: '# business', other: '# businesses' }

export const platform = {
  offline: 'You’re offline. Businesses can be looked at, and changed once you’re back online.',
  admin: 'Admin',
  dashboard: 'Dashboard',
  tenants: 'Business Tenants',
  auditLog: 'Audit Log',
  system: 'System',
  whiteLabel: 'White-Label Config',
  analytics: 'Analytics',
  searchBusinesses: 'Search businesses',
  overview: 'Platform Overview',
  overviewHint: 'All businesses and pending invites.',
  newBusiness: 'New Business',
  cancel: 'Cancel',
  save: 'Save',
  figures: {
    totalTenants: 'Active Businesses',
    totalCustomers: 'Total Customers',
    totalScans: 'QR Scans (30d)',
    rewardsRedeemed: 'Rewards Redeemed',
  },
  trendsMean: 'Percentages compare what was new in the last 30 days with the 30 days before.',

  // Invitations
  invitations: 'Business Invitations',
  invitationsHint: (days: number) => `Each invite works once and expires in ${days} days.`,
  createInvite: 'Create Invite',
  createInviteHint: (days: number) =>
    `We’ll email the owner an invite that expires in ${days} days.`,
  noInvites: 'No invite codes created yet',
  firstInvite: 'Create your first invite',
  businessName: 'Business name',
  email: 'Email',
  nameExists: (name: string, email: string) => `There is a ${name} already (${email}).`,
  inviteCreated: 'Invite created',
  inviteSentFor: (business: string, email: string) =>
    `We sent an invite for ${business} to ${email}.`,
  inviteFailed: 'Failed to create invite',
  used: 'Used',
  expired: 'Expired',
  expires: (day: string) => `Expires ${day}`,
  inviteActions: (business: string) => `Actions for ${business}’s invite`,
  copyCode: 'Copy Code',
  codeCopied: 'Code copied',
  copyFailed: 'Couldn’t copy',
  copyBlocked: 'Your browser blocked copying. Select the code and copy it yourself.',
  resendInviteOf: (name: string) => `Resend the invite for ${name}?`,
  resendInviteMeaning: (email: string) =>
    `We’ll email ${email} a link to create the owner’s account.`,
  resendInvite: 'Resend Invite',
  cancelInviteEntry: 'Cancel Invite',
  inviteSent: 'Invite sent',
  inviteNotSent: 'Couldn’t send the invite',
  cancelThisInvite: 'Cancel this invite?',
  cancelInvite: 'Cancel Invite',
  keepInvite: 'Keep Invite',
  cancelInviteMeaning: (email: string) =>
    `The code we emailed to ${email} will stop working right away.`,
  inviteCanceled: 'Invite canceled',
  inviteNotCanceled: 'Couldn’t cancel the invite',

  // Creating a business
  createTenant: 'Create New Business Tenant',
  createTenantHint: 'Ready to use right away.',
  inviteOwner: 'Email the owner an invite now',
  inviteOwnerHint: 'To the email above. It leads straight to this business.',
  businessCreated: 'Business created',
  businessReady: (name: string) => `${name} is ready.`,
  businessInvited: (name: string, email: string) =>
    `${name} is ready. We emailed an invite to ${email}.`,
  creationFailed: 'Creation Failed',
  createBusiness: 'Create Business',
  businessType: 'Business type',
  phoneOptional: 'Phone (optional)',
  plan: 'Plan',
  features: 'Features',
  /** The specification's format for the table: the type's name with spaces for underscores. */
  typeInTable: (type: string) => type.replaceAll('_', ' '),
  types: {
    restaurant_cafe: 'Restaurant & Café',
    retail_ecommerce: 'Retail & E-commerce',
    fitness_wellness: 'Fitness & Wellness',
    beauty_spa: 'Beauty & Spa',
    professional_services: 'Professional Services',
    other: 'Other',
  },
  featureNames: {
    qrCodes: 'QR generation',
    loyalty: 'Loyalty program',
    whiteLabel: 'White-label branding',
    analytics: 'Analytics dashboard',
  },
  featureHints: {
    qrCodes: 'Let customers join by scanning a code',
    loyalty: 'Points and rewards',
    whiteLabel: 'Use the business’s own colors and logo',
    analytics: 'Sign-ups, scans, and redemptions',
  },
  plans: { trial: 'Trial', basic: 'Basic', pro: 'Pro', enterprise: 'Enterprise' },
  trialDays: (days: number) => `${days} days free`,
  proPrice: '$49/month',
  customPricing: 'Custom pricing',
  noLongerAvailable: 'No longer available',

  // The businesses
  tenantsHint: 'All businesses on the platform.',
  moreActions: 'More actions',
  more: 'More',
  moreActionsFor: (name: string) => `More actions for ${name}`,
  configure: 'Configure',
  configureOf: (name: string) => `Configure ${name}`,
  changePlanEntry: 'Change Plan',
  changePlan: 'Change Plan',
  onPlan: (name: string, plan: string) => `${name} is on the ${plan} plan`,
  trialEndsOn: (day: string) => `Each business gets one trial. This one ends on ${day}.`,
  trialEndedOn: (day: string) => `Each business gets one trial. This one ended on ${day}.`,
  suspend: 'Suspend',
  suspendOf: (name: string) => `Suspend ${name}?`,
  suspendMeaning:
    'The dashboard becomes read-only and sign-up pages show the program as paused. Nothing is deleted, and sales its devices save are held until you reactivate it.',
  suspended: (name: string) => `${name} suspended`,
  reactivate: 'Reactivate',
  reactivateOf: (name: string) => `Reactivate ${name}?`,
  reactivateMeaning:
    'Its dashboard and sign-up pages will work again, and sales its devices saved in the meantime will be applied.',
  reactivated: (name: string) => `${name} reactivated`,
  changeFailed: 'Couldn’t save changes',
  featuresHint: 'Features you turn off are hidden and stop working for this business.',
  featuresSaved: 'Features saved',
  phone: 'Phone',
  type: 'Type',
  status: 'Status',
  created: 'Created',
  trialEnds: 'Trial ends',
  trialEnded: 'Trial ended',
  business: 'Business',
  actions: 'Actions',
  statuses: { active: 'Active', trial: 'Trial', suspended: 'Suspended' },
  viewDashboard: 'View Dashboard',
  viewDashboardOf: (name: string) => `View Dashboard: ${name}`,
  sortBy: 'Sort by',
  sorts: {
    '-created': 'Newest first',
    created: 'Oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
  },
  filter: 'Filter',
  filterBusinesses: 'Filter businesses',
  filtersActive: (count: number) => counted(count, { other: '# active' }),
  filters: 'Filters',
  all: 'All',
  filterChip: (name: string, value: string) => `${name}: ${value}`,
  searchChip: (words: string) => `Search: ${words}`,
  removeFilter: (words: string) => `Remove filter: ${words}`,
  clearAll: 'Clear All',
  noMatch: 'No businesses match your search.',
  noBusinesses: 'No businesses yet. Create one or invite an owner.',
  showAll: 'Show All Businesses',
  showMore: 'Show More',
  listed: (count: number) => counted(count, businesses),
  listedOrMore: (count: number) => counted(count, { other: '# or more businesses' }),
  export: 'Export',
  exported: 'Exported',
  exportFailed: 'Export failed',

  // Several businesses at once, and all invitations
  selectBusiness: (name: string) => `Select ${name}`,
  selected: (count: number) =>
    counted(count, { one: '# business selected', other: '# businesses selected' }),
  selectAllOf: (count: number) => counted(count, { other: 'Select all # shown' }),
  clearSelection: 'Clear Selection',
  suspendMany: (count: number) =>
    counted(count, { one: 'Suspend # business?', other: 'Suspend # businesses?' }),
  reactivateMany: (count: number) =>
    counted(count, { one: 'Reactivate # business?', other: 'Reactivate # businesses?' }),
  movePlanMany: (count: number, plan: string) =>
    counted(count, { one: `Move # business to ${plan}?`, other: `Move # businesses to ${plan}?` }),
  suspendManyMeaning:
    'Their dashboards become read-only and their sign-up pages show the program as paused. Nothing is deleted, and sales their devices save are held until you reactivate them.',
  reactivateManyMeaning:
    'Their dashboards and sign-up pages will work again, and sales their devices saved in the meantime will be applied.',
  namedBusinesses: (names: string, others: number) =>
    others > 0
      ? counted(others, { one: `${names}, and # more`, other: `${names}, and # more` })
      : names,
  undoMeaning: 'You can undo this for five minutes, in the audit log too.',
  suspendedMany: (count: number) =>
    counted(count, { one: '# business suspended', other: '# businesses suspended' }),
  reactivatedMany: (count: number) =>
    counted(count, { one: '# business reactivated', other: '# businesses reactivated' }),
  onPlanMany: (count: number, plan: string) =>
    counted(count, { one: `# business moved to ${plan}`, other: `# businesses moved to ${plan}` }),
  nothingToChange: 'Nothing to change: they already are.',
  undo: 'Undo',
  undone: (count: number) =>
    counted(count, {
      one: '# business is back as it was',
      other: '# businesses are back as they were',
    }),
  changedSince: (count: number) =>
    counted(count, {
      one: '# was changed again since, and stays so.',
      other: '# were changed again since, and stay so.',
    }),
  undoFailed: 'Not undone',
  allInvitations: 'All Invitations',
  searchInvitations: 'Search invitations',
  noInviteMatch: 'No invitations match your search.',

  // One business
  tenant: {
    people: 'People',
    peopleHint: 'Everyone who can sign in to this business.',
    noPeople: 'No one has signed up yet. Send the owner an invite.',
    invited: 'Invited',
    lastSeen: (ago: string) => `Last seen ${ago}`,
    neverSeen: 'Never signed in',
    roles: { super_admin: 'Super admin', business_admin: 'Owner', staff: 'Staff' },
    usage: 'Usage',
    usageHint: 'The last 30 days, up to the last full hour.',
    usageOf: {
      customers: 'Customers',
      signUps: 'Sign-ups',
      scans: 'Scans',
      purchases: 'Purchases',
      redemptions: 'Rewards redeemed',
      revenue: 'Sales',
    },
    lastActive: (ago: string) => `Last customer activity ${ago}`,
    neverActive: 'No activity yet',
    mailsHeld: (count: number) =>
      counted(count, {
        one: 'This business reached its daily email limit. # email waits and is sent later.',
        other: 'This business reached its daily email limit. # emails wait and are sent later.',
      }),
    notes: 'Notes',
    notesHint: 'Only super admins see these.',
    noNotes: 'No notes yet.',
    writeNote: 'Write a note',
    addNote: 'Add Note',
    noteAdded: 'Note added',
    noteFailed: 'Couldn’t add the note',
    formerAdmin: 'A former super admin',
    recentActivity: 'Recent Activity',
    allActivity: 'All Activity',
    settings: 'Plan and Features',
    edit: 'Edit',
    backToTenants: 'Business Tenants',
    branding: 'Branding',
    on: 'On',
    off: 'Off',
  },

  // Deleting an account
  deleteAccountEntry: 'Delete an account…',
  deleteAccount: 'Delete an Account',
  deleteAccountHint:
    'For owners, staff, and super admins who request deletion. Doesn’t affect a business’s customers.',
  accountDeleted: 'Account deleted',
  accountDeletedHint: (email: string) => `All personal information for ${email} was deleted.`,
  accountNotDeleted: 'Couldn’t delete account',
  noSuchAccount: 'No account has this email.',
  continue: 'Continue',
  deleteThisAccount: 'Delete this account?',
  deletePermanently: 'Delete Permanently',
  deletedParts: 'Deleted: name, email, phone, photo, sessions, pending invites, and queued emails.',
  keptParts:
    'Kept: the sales and points they recorded, without their name, so balances stay correct.',
  noUndo: 'This can’t be undone.',
}

export const platformTexts = textsOf('platform', platform)
