/**
 * Every limit that screens state or contracts check, in one place; limits that only the server
 * applies are in `sync-server/server-limits.ts`. Lengths are in characters, sizes in bytes.
 */
export const limits = {
  personNameLength: 100,
  emailLength: 254,
  phoneLength: 32,
  phoneDigitsMin: 5,
  phoneDigitsMax: 15,
  /** Without the country code: this many final digits identify a number. */
  phoneDigitsNational: 10,
  businessNameLength: 120,
  labelLength: 120,
  noteLength: 200,
  customerNoteLength: 500,
  /** How long a join of two members can be undone. */
  joinUndoDays: 30,
  descriptionLength: 500,
  rewardLimitPerMember: 1000,
  /** The length of a search query. */
  searchLength: 100,

  /** docs/product.md, "Accounts" and "Businesses" */
  passwordLengthMin: 8,
  passwordLengthMax: 128,
  oneTimeCodeDigits: 6,
  oneTimeCodeMinutes: 10,
  oneTimeCodePauseSeconds: 60,
  inviteDays: 7,
  trialDays: 14,
  trialWarningFromDay: 10,
  elevationMinutes: 15,
  pushEndpointLength: 1000,

  /** How deeply the lists and objects of a body may be nested. */
  jsonDepth: 32,
  pushBytes: 1024 * 1024,
  sealBytes: 2 * 1024 * 1024,
  photoPixels: 512,

  /** docs/sync-protocol.md */
  pushOperations: 100,
  pullRows: 5000,
  /** The most parked operations that one pull request names. */
  pullParked: 100,
  deviceCustomers: 50_000,
  outboxWarning: 1000,
  /** Device and server correct a device's clock only if it is further off than this. */
  clockToleratedSeconds: 60,

  /** docs/decisions/0071-staff-pins-on-tills.md */
  tillIdleMinutes: 5,
  /** How far the time in a till's proof may be from the server's clock. */
  tillProofSeconds: 120,
  pinDigits: 6,
  pinTriesBeforePause: 4,
  pinPauseSecondsFirst: 15,
  pinPauseSecondsMax: 900,
  pinTriesMax: 10,

  /** docs/decisions/0140-kiosk.md */
  kioskIdleSeconds: 60,
  kioskOutcomeSeconds: 45,
  kioskWarningSeconds: 20,
  kioskHoldSeconds: 2,
  kioskUpdatePauseMinutes: 60,

  /** docs/product.md, "Joining and being a member" */
  welcomePoints: 100,
  /**
   * Over all networks together: limits the cost to an owner if someone farms welcomes from many
   * networks.
   */
  welcomesPerHour: 500,
  campaignMessageLength: 2000,
  postalAddressLengthMin: 10,
  postalAddressLength: 200,
  campaignDaysMax: 3650,
  campaignCouponDaysMax: 365,
  birthdayDaysBefore: 30,
  pointsMax: 10_000_000,
  welcomePointsMax: 100_000,
  pointsPerDollar: 1,
  pointsPerDollarMax: 1000,
  /** The maximum age of a balance for handing over a reward offline. */
  trustedBalanceHours: 24,
  purchaseCentsMax: 100_000_000,
  /** How often an installed app asks to sync without a window; browsers do it less often. */
  periodicSyncHours: 12,
  qrImagePixels: 200,
  /** The image file for printing a sticker. */
  qrPrintPixels: 1024,
  /** The quiet zone around a QR code, in modules. */
  qrQuietModules: 4,
  deviceIdLength: 64,
  canvasPrefixLength: 50,
  /**
   * The owner sees, for some days, in which hours one person signed up more customers than this.
   */
  staffSignUpsPerHour: 60,
  staffSignUpsShownDays: 7,
  /** Lines of each kind that an owner's list of what needs attention holds at most. */
  attentionRows: 100,
  /** Businesses that one call may change. */
  tenantsAtOnce: 100,
  tenantNoteLength: 2000,
  historyRows: 10,
  inviteRows: 5,
} as const

/** '10,000', without Intl, which takes a phone noticeably long to load at every start. */
export const boundText = (bound: number) => String(bound).replace(/\B(?=(\d{3})+$)/g, ',')
