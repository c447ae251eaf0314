/**
 * Every bound that the server alone keeps, once; what screens state and contracts check is in
 * `schema/contract/limits.ts`. Lengths are in characters, sizes in bytes.
 */
export const serverLimits = {
  /** After so many faults of the database in a row a job stops its round: it is not one business. */
  passingFaultsInRow: 3,
  /** Welcomes and campaign mails of one business in 24 hours; what is over is sent later. */
  businessMailsPerDay: { trial: 500, basic: 5_000, pro: 10_000, enterprise: 50_000 },
  /** Of 20 mails each; what a business may still send is counted at the beginning of a round. */
  mailBatchesPerRound: 10,
  newBusinessDays: 7,
  newBusinessMailDivisor: 5,
  /** docs/product.md */
  oneTimeCodeTries: 5,
  oneTimeCodesPerHour: 3,
  oneTimeCodesPerDay: 10,
  /** To one address, asked for from one network. */
  oneTimeCodesPerNetworkPerDay: 5,
  /** Wrong reset codes for one account; after them only the mailed link resets it. */
  resetCodeFailuresPerWeek: 20,
  /** Wrong reset codes for all accounts together; after them only links reset. */
  resetCodeFailuresPerDayOnPlatform: 500,
  /** A small part of the bound above: no network ends the codes of everybody. */
  resetCodeFailuresPerNetworkPerDay: 20,
  resetTokenBytes: 16,
  resetLinkMinutes: 60,
  /** How long the former mailbox takes a change of address back. */
  emailUndoDays: 7,
  oneTimeCodeFailuresPerHourOnPlatform: 200,
  inviteMailPauseSeconds: 60,
  inviteMailsPerHour: 3,
  staffInviteMailsPerBusinessPerDay: 50,
  staffSessionDays: 30,
  superAdminSessionHours: 12,
  superAdminIdleMinutes: 30,
  knownDeviceDays: 180,
  /** Wrong passwords from all known devices of one account; beyond them they count as unknown. */
  knownDeviceFailuresPerDay: 50,
  loginFailuresBeforePause: 5,
  loginPauseSecondsFirst: 15,
  /** How much more than one network a /48 may, which has 65,536 of them. */
  wideNetworkFactor: 8,
  loginPauseSecondsMax: 900,
  hashesAtOnce: 4,
  hashesWaiting: 200,
  /** The time between the password and the second step. */
  secondStepMinutes: 10,
  secondStepTries: 10,
  /** Wrong codes of one account in a week; after them only passkeys and recovery codes count. */
  appCodeFailuresPerWeek: 50,
  secondFactorChangesPerHour: 30,
  passkeyMinutes: 5,
  passkeysPerAccount: 20,
  /** Before and after the server's own 30 seconds: clocks differ, and typing takes time. */
  appCodeSteps: 1,
  appSecretBytes: 20,
  recoveryCodes: 10,
  registrationsPerInvitePerDay: 20,
  registrationDays: 2,
  codeFlowHours: 24,
  codeMailsPerNetworkPerHour: 60,
  codeGuessesPerNetworkPerHour: 60,
  codePauseSecondsWhenSlowed: 60,
  /** The last is almost three days after the first: a relay may be down over a weekend. */
  emailAttempts: 20,
  notificationDevicesPerMember: 10,
  notificationAttempts: 6,
  /** A notification that could not be delivered by then says nothing new. */
  notificationHours: 24,
  /** At noon, three days before its last one, where the business is. */
  couponReminderHours: 84,
  photoPixelsRead: 50_000_000,
  /** One column of 50 million rows costs seventy times as much as a square of as many pixels. */
  photoSidePixels: 10_000,
  photoSeconds: 10,
  /** Of all businesses: digests of passwords are worked out by the same four threads. */
  photosAtOnce: 1,
  photosWaitingPerBusiness: 5,
  photosWaiting: 20,
  photosPerAccountPerHour: 20,
  iconsAtOnce: 1,
  iconsWaiting: 20,
  /** Drawn icons that a process keeps in memory; one is about 5 kB. */
  iconsKept: 500,
  networkKeptDays: 90,
  /** One line for all of the same refusals to the same person within it. */
  auditRepeatMinutes: 10,

  /** Of what the server asks its database. */
  statementSeconds: 15,
  lockWaitSeconds: 5,
  idleTransactionSeconds: 30,
  /** Of a statement that failed, in the log. */
  loggedStatementLength: 1000,
  /** Connections of one process; `npm run` programs open their own. */
  servingConnections: 10,
  platformConnections: 5,
  /** Writing transactions of all businesses together, each on a connection. */
  writesAtOnce: 6,
  writesWaitingPerBusiness: 1000,
  /** Connections that one business's other work may hold, and what of it may wait for one. */
  connectionsPerBusiness: 3,
  callsWaitingPerBusiness: 300,
  busyRetrySeconds: 2,
  /** Between retries of a job that keeps failing, unless it runs less often anyway. */
  jobRetrySecondsMax: 600,

  /** Requests of one caller under way at once; what comes above waits in a line of the caller's own. */
  turnsPerCaller: 8,
  /** While somebody else is there, a line moves one by one and rests for so many times what each took. */
  turnRestFactor: 2,
  turnRestMsMin: 4,
  turnsContestedMs: 1_000,
  turnsWaitingPerCaller: 1_000,
  /** Of all visitors together, in one turn of the event loop: whoever else is there waits for these. */
  visitorsBegunPerLoop: 2,

  /** Calls without a session, whatever they are: of one network, in each such window. */
  visitorCallsPerNetwork: 500,
  visitorCallsWindowSeconds: 10,
  /** Pages written for one network in such a window, and at once for all; others get the app's own. */
  writtenPagesPerNetwork: 100,
  writtenPagesAtOnce: 20,
  /** Signing a pass for Apple's wallet takes tens of milliseconds, in which nobody is answered. */
  walletPassesPerNetworkPerMinute: 20,
  walletPassesPerMinute: 200,
  /** Answers that say "come back later", in ten seconds, before they are held back. */
  refusalsAtOnce: 30,
  refusalsAtOnceOfAll: 300,
  refusalHeldMs: 1000,
  refusalsPerSecond: 100,
  /** Beyond it the connection is closed. */
  refusalsHeld: 1000,

  /** Until a request has come: its headers, and all of it. */
  headersSeconds: 15,
  requestSeconds: 30,
  requestCheckSeconds: 5,
  bodyBytes: 64 * 1024,
  /** A push, encrypted and in base64. */
  sealTicketDays: 400,
  /** After its session a ticket proves whose work it is for so long: a shop may close for a while. */
  sealProofDays: 14,
  /** How far a device's clock may be off before its work seems made after the session. */
  sealClockMinutes: 5,
  photoBytes: 5 * 1024 * 1024,
  logoBytes: 512 * 1024,
  logoPixels: 1024,
  logosPerBusinessPerHour: 30,
  listRows: 1000,
  idempotencyKeyLength: 255,

  /** docs/sync-protocol.md */
  /** Of one operation, as JSON. */
  operationPayloadLength: 8 * 1024,
  /** Smaller answers gain nothing by it. */
  compressFromBytes: 4096,
  /** Of what is compressed once and kept. */
  readyCompressFromBytes: 1024,
  readinessKeptMs: 1_000,
  /** Checksums of businesses that a process remembers. */
  checksumsKept: 1000,
  deviceHistoryDays: 60,
  outboxSilentDays: 365,
  parkedPushesPerHour: 60,
  /** Beyond them a device keeps the rest; a counter works weeks through a pause within them. */
  parkedPerOutbox: 5_000,
  parkedPerAccount: 10_000,
  /** Of someone whose rights were withdrawn. */
  parkedPerWithdrawn: 2_000,
  /** Parked operations that one transaction settles. */
  parkedAtOnce: 200,
  /** After a silent year, what comes within these hours was queued in it. */
  silentReturnHours: 24,
  pokeStreamsPerSession: 20,
  pokeStreamsPerBusiness: 200,

  /** docs/decisions/0071-staff-pins-on-tills.md */
  devicesShown: 200,
  deviceProofDays: 90,
  tillsPerBusiness: 50,
  tillSessionDays: 365,
  pinIterations: 600_000,
  pinChangesPerHour: 10,
  /** How long a till hands in what was made with the key of a PIN that it has heard has ended. */
  formerPinHours: 1,

  /** docs/product.md */
  welcomeDiscountPercent: 10,
  welcomesPerNetworkPerDay: 200,
  /** Customers of earlier releases whose search columns one transaction fills. */
  foldedAtOnce: 500,
  couponDays: 90,
  /** Whoever was missed on the day, because the server was down, is greeted late. */
  birthdayDaysAfter: 3,
  /** A birthday that is moved over New Year is no second one; a year less the days above is more. */
  birthdayRestDays: 300,
  /** Members that one transaction of a campaign reaches. */
  campaignBatch: 100,
  /** Transactions of one campaign before other work of the same process comes first. */
  campaignBatchesAtOnce: 10,
  /** Mails that all campaigns of a business together queue ahead of what leaves. */
  campaignMailsAhead: 500,
  /** What goes on is looked through anew after so long. */
  campaignRoundMinutes: 60,
  campaignsShown: 200,
  campaignNamesShown: 5,
  /** Purchases so long before and after a coupon was used count as what it brought. */
  campaignRevenueHours: 2,
  unsubscribeDays: 1825,
  /** What one customer can hold: the columns have four bytes. */
  balanceMax: 2_000_000_000,
  /** So long a purchase earns by the rule that its cashier saw. */
  replacedRuleDays: 7,
  /** A device that has not synced for so long hands nothing over any more. */
  trustDeviceDays: 30,
  /** Of each kind; a use of a coupon that does not count is no news any more after so long. */
  attentionRows: 100,
  uncountedUseDays: 30,
  /** Without an entry for so long, a member’s points count as breakage. */
  dormantDays: 365,
  scanPauseSeconds: 60,
  /** Of one printed code: by one network, and by everybody. What staff push is exempt. */
  joinsPerNetworkPerMinute: 120,
  joinsPerNetworkPerDay: 2000,
  joinsPerCodePerMinute: 1200,
  memberAnswersPerNetworkPerMinute: 20,
  scansPerNetworkPerMinute: 60,
  keyMissesPerMinute: 20,
  codeMissesPerMinute: 60,
  /** Longer than that nobody waits for a page with its look-up in it: the app's own page is sent. */
  writtenPagePatienceMs: 1_000,
  couponChecksPerMinute: 120,
  /** Of one member's page: consents, places, address, requests. */
  ownDataChangesPerHour: 60,
  topTenants: 10,
  planRequestsPerDay: 3,
  superAdminsTold: 20,
  tenantNotesShown: 200,
  cohortMonths: 12,
  sampleCustomers: 24,
  sampleDays: 56,
  /** A back-up that reads or writes nothing for this long is given up. */
  backUpStallSeconds: 120,
} as const
