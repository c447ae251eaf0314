/**
 * Limits that only the server enforces, each defined once; those that screens show or contracts
 * check are in `schema/contract/limits.ts`. Lengths are in characters, sizes in bytes.
 */
export const serverLimits = {
  /**
   * After this many consecutive database faults a job ends its round, since no single business
   * causes them.
   */
  passingFaultsInRow: 3,
  /** Welcomes and campaign mails per business in 24 hours; the rest is sent later. */
  businessMailsPerDay: { trial: 500, basic: 5_000, pro: 10_000, enterprise: 50_000 },
  /** Mails that one server takes from the queue at once. */
  mailBatch: 20,
  /** Each business's remaining budget is counted at the start of a round. */
  mailBatchesPerRound: 10,
  newBusinessDays: 7,
  newBusinessMailDivisor: 5,
  /** docs/trust.md 4 */
  oneTimeCodeTries: 5,
  oneTimeCodesPerHour: 3,
  oneTimeCodesPerDay: 10,
  /** Per address and requesting network. */
  oneTimeCodesPerNetworkPerDay: 5,
  /** Wrong reset codes per account; beyond them only the mailed link resets it. */
  resetCodeFailuresPerWeek: 20,
  /** Wrong reset codes across all accounts; beyond them only links reset. */
  resetCodeFailuresPerDayOnPlatform: 500,
  /** A small share of the limit above, so that no network can disable everyone's codes. */
  resetCodeFailuresPerNetworkPerDay: 20,
  resetTokenBytes: 16,
  resetLinkMinutes: 60,
  /** How long the former mailbox can undo a change of an account's or a member's address. */
  emailUndoDays: 7,
  /** The kept member and those joined into it. */
  joinedMembers: 10,
  pairsAtOnce: 100,
  oneTimeCodeFailuresPerHourOnPlatform: 200,
  inviteMailPauseSeconds: 60,
  inviteMailsPerHour: 3,
  staffInviteMailsPerBusinessPerDay: 50,
  /** People of a business in a list: of its team, its invites, or a till's lock screen. */
  peopleShown: 500,
  sessionsShown: 100,
  staffSessionDays: 30,
  superAdminSessionHours: 12,
  superAdminIdleMinutes: 30,
  knownDeviceDays: 180,
  /** Wrong passwords from all known devices of an account; beyond them they count as unknown. */
  knownDeviceFailuresPerDay: 50,
  loginFailuresBeforePause: 5,
  loginPauseSecondsFirst: 15,
  /** How many networks' worth a /48 gets, which contains 65,536 of them. */
  wideNetworkFactor: 8,
  loginPauseSecondsMax: 900,
  hashesAtOnce: 4,
  hashesWaiting: 200,
  /** The time between the password and the second step. */
  secondStepMinutes: 10,
  secondStepTries: 10,
  /** Wrong codes per account and week; beyond them only passkeys and recovery codes work. */
  appCodeFailuresPerWeek: 50,
  secondFactorChangesPerHour: 30,
  passkeyMinutes: 5,
  passkeysPerAccount: 20,
  /**
   * 30-second steps before and after the server's own, since clocks differ and typing takes time.
   */
  appCodeSteps: 1,
  appSecretBytes: 20,
  recoveryCodes: 10,
  registrationsPerInvitePerDay: 20,
  inviteTriesBeforePause: 20,
  registrationDays: 2,
  codeFlowHours: 24,
  codeMailsPerNetworkPerHour: 60,
  codeGuessesPerNetworkPerHour: 60,
  codePauseSecondsWhenSlowed: 60,
  /** The last attempt is almost three days after the first: a relay may be down over a weekend. */
  emailAttempts: 20,
  /** After a mail was sent; for one that was given up, after it was queued. */
  mailKeptDays: 7,
  /** Unsent mails in the development mailbox. */
  unsentMailsShown: 200,
  notificationDevicesPerMember: 10,
  notificationAttempts: 6,
  /** Notifications that one server takes from the queue at once. */
  notificationBatch: 50,
  /** More points entries than one version can contain, so that a version is never split. */
  newsEntriesAtOnce: 1_000,
  /** A notification that couldn't be delivered by then is outdated. */
  notificationHours: 24,
  /** Noon in the business's time zone, three days before the coupon's last day. */
  couponReminderHours: 84,
  photoPixelsRead: 50_000_000,
  /** One column of 50 million rows costs seventy times as much as a square with as many pixels. */
  photoSidePixels: 10_000,
  photoSeconds: 10,
  /** Across all businesses, since password hashing shares the same four threads. */
  photosAtOnce: 1,
  photosWaitingPerBusiness: 5,
  photosWaiting: 20,
  photosPerAccountPerHour: 20,
  iconsAtOnce: 1,
  iconsWaiting: 20,
  /** Drawn icons that a process keeps in memory; one is about 5 kB. */
  iconsKept: 500,
  networkKeptDays: 90,
  /** After a counter's last attempt; at least as long as the longest window, a week. */
  attemptKeptDays: 7,
  /** Characters of a request's header that the server reads. */
  headerLengthRead: 512,
  /** Within it, identical refusals of the same person are one record. */
  auditRepeatMinutes: 10,
  /** Records of the activity log on a page, unless the reader asks for another number. */
  auditRows: 200,

  /** Timeouts of the serving logins' database work. */
  statementSeconds: 15,
  lockWaitSeconds: 5,
  idleTransactionSeconds: 30,
  /** Timeouts of one operation under its own savepoint, within these hours, that park it. */
  operationTimeouts: 3,
  operationTimeoutHours: 24,
  /** Operations of timed-out transactions that a process remembers. */
  suspectedOperations: 10_000,
  /** Maximum length of a failed statement in the log. */
  loggedStatementLength: 1000,
  /** Connections per process; `npm run` programs open their own. */
  servingConnections: 10,
  platformConnections: 5,
  /** Writing transactions across all businesses, each on one connection. */
  writesAtOnce: 6,
  writesWaitingPerBusiness: 1000,
  /** Writes that waited longer while all transactions are taken get a 503. */
  writeWaitMsMax: 500,
  /** Connections for one business's other work, and how many calls may wait for one. */
  connectionsPerBusiness: 3,
  callsWaitingPerBusiness: 300,
  busyRetrySeconds: 2,
  /** Maximum wait between retries of a failing job, unless it runs less often anyway. */
  jobRetrySecondsMax: 600,

  /** Concurrent requests per caller; further ones wait in that caller's own queue. */
  turnsPerCaller: 8,
  /**
   * While another caller is present, a queue moves one at a time and rests this many times each
   * request's duration.
   */
  turnRestFactor: 4,
  turnRestMsMin: 8,
  /** Limits the rest after a request that only waited for a lock. */
  turnRestMsMax: 500,
  turnsContestedMs: 1_000,
  turnsWaitingPerCaller: 1_000,
  /**
   * Visitors' sign-ups at once over all businesses, and besides as many pushes; and how long others
   * wait before they get a 503. Enough to keep the writing transactions busy.
   */
  writersAtOnce: 24,
  writerWaitMsMax: 750,
  /** How long a push lets arriving calls go first before it begins. */
  hearingMsMax: 500,
  /** Sessions whose caller a process remembers; an entry takes about 300 bytes. */
  sessionsRemembered: 10_000,
  /** Visitors' requests that may start per event-loop turn, since everyone else waits for them. */
  visitorsBegunPerLoop: 2,

  /**
   * Keys in each of these caches of a process, which is cleared when full: printed codes, spent
   * budgets, and refusals in the activity log.
   */
  keysRemembered: 10_000,
  /** Keys derived from secrets that a process keeps. */
  derivedKeysKept: 1_000,
  /** Beyond it the oldest windows are evicted, so strangers can't exhaust memory. */
  windowsKept: 50_000,

  /** Calls without a session per network in each window, whatever they are. */
  visitorCallsPerNetwork: 500,
  visitorCallsWindowSeconds: 10,
  /** Rendered pages per network in such a window, and at once; others get the app's own page. */
  writtenPagesPerNetwork: 100,
  writtenPagesAtOnce: 20,
  /** Signing an Apple Wallet pass blocks all other requests for tens of milliseconds. */
  walletPassesPerNetworkPerMinute: 20,
  walletPassesPerMinute: 200,
  /** 429 and 503 answers in ten seconds before further ones are held. */
  refusalsAtOnce: 30,
  refusalsAtOnceOfAll: 300,
  refusalHeldMs: 1000,
  refusalsPerSecond: 100,
  /** Beyond it, the connection is closed. */
  refusalsHeld: 1000,

  /**
   * Connections that the system keeps until Node accepts them, as far as it allows. A client that
   * finds no room tries again after 1, 3 and 7 seconds.
   */
  connectionsWaiting: 4096,
  /** Time for a request to arrive: its headers, and all of it. */
  headersSeconds: 15,
  requestSeconds: 30,
  requestCheckSeconds: 5,
  /** Longer than proxies keep an idle connection: only its sender can end it without a lost call. */
  idleConnectionSeconds: 75,
  /** How long calls under way may take when the server stops; then they are cut. */
  callsEndSeconds: 15,
  /** How long proxies have to notice that a server stops, in production. */
  drainSeconds: 5,
  bodyBytes: 64 * 1024,
  /** Lengths of the secrets in the settings, and how many different characters one needs. */
  sessionSecretLengthMin: 32,
  webhookSecretLengthMin: 16,
  secretCharactersMin: 10,
  /** How long a ticket is valid. */
  sealTicketDays: 400,
  /** How long after its session a ticket proves the author, since a shop may close for a while. */
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
  /** Maximum length of one operation's JSON. */
  operationPayloadLength: 8 * 1024,
  /** Rows that a push's answer brings: more would delay its verdicts. */
  pushPullRows: 100,
  /** Minimum size for answers that are compressed once and kept. */
  readyCompressFromBytes: 1024,
  readinessKeptMs: 1_000,
  mailFiguresKeptMs: 10_000,
  /** Each look at the installation asks the relay and DNS. */
  systemKeptMs: 5_000,
  /** Businesses whose checksums a process caches. */
  checksumsKept: 1000,
  deviceHistoryDays: 60,
  /** A device that has not pulled for longer fetches everything again if anything was deleted. */
  tombstoneDays: 90,
  outboxSilentDays: 365,
  /** How long after a device made it work still counts on its day; later, when it arrives. */
  lateWorkDays: 30,
  /** Beyond them a device keeps the rest; they cover weeks of a counter's work during a pause. */
  parkedPerOutbox: 5_000,
  parkedPerAccount: 10_000,
  /** When a device beyond them may try again. */
  parkedRetrySeconds: 900,
  /** For a withdrawn account. */
  parkedPerWithdrawn: 2_000,
  /** Parked operations settled per transaction. */
  parkedAtOnce: 200,
  /** After a silent year, work that arrives within these hours counts as queued in that year. */
  silentReturnHours: 24,
  /** Spans of missing numbers kept per outbox; the latest ones. */
  missingSpans: 100,
  pokeStreamsPerSession: 20,
  pokeStreamsPerBusiness: 200,
  pokeStreamRetrySeconds: 60,
  /** A stream counts this long, however soon it is closed. */
  pokeStreamMsMin: 5_000,
  /** Between two announcements of news to the other servers. */
  pokeGatherMs: 25,
  /** Businesses in one announcement. */
  pokedAtOnce: 100,

  /** docs/decisions/0071-staff-pins-on-tills.md */
  devicesShown: 200,
  deviceProofDays: 90,
  tillsPerBusiness: 50,
  tillsShown: 500,
  tillSessionDays: 365,
  pinIterations: 600_000,
  pinChangesPerHour: 10,
  /**
   * How long a till may push work signed with a former PIN's key after it learned of the change.
   */
  formerPinHours: 1,

  /** docs/product.md, "Joining and being a member" */
  welcomeDiscountPercent: 10,
  welcomesPerNetworkPerDay: 200,
  /** Customers of earlier releases whose search columns one transaction fills. */
  foldedAtOnce: 500,
  /** Former addresses of one mailbox, and former numbers of a business. */
  formerContactsRead: 100,
  couponDays: 90,
  rewardsOffered: 100,
  /** Greets members late whose day was missed because the server was down. */
  birthdayDaysAfter: 3,
  /**
   * A birthday moved across New Year isn't a second one; a year minus the days above is longer than
   * this.
   */
  birthdayRestDays: 300,
  /** Members reached per transaction of a campaign. */
  campaignBatch: 100,
  /** Transactions of one campaign before other work of the process gets its turn. */
  campaignBatchesAtOnce: 10,
  /** Mails that a business's campaigns together may queue ahead. */
  campaignMailsAhead: 500,
  /** Time between rounds of an ongoing campaign. */
  campaignRoundMinutes: 60,
  campaignsShown: 200,
  campaignNamesShown: 5,
  /** For undoing a change of several businesses. */
  tenantChangeUndoMinutes: 5,
  /** Mails of campaigns that an owner sends to themselves. */
  campaignTestsPerAccountPerHour: 20,
  /** Purchases within this time of a coupon's use count as its revenue. */
  campaignRevenueHours: 2,
  unsubscribeDays: 1825,
  /** A customer's maximum balance: the columns have four bytes. */
  balanceMax: 2_000_000_000,
  /** How long a purchase earns by the replaced rule that its cashier saw. */
  replacedRuleDays: 7,
  /** A device that hasn't synced for this long hands nothing over on trust. */
  trustDeviceDays: 30,
  /** Counters of one account that add trust; made-up outboxes add no more, however old. */
  trustDevicesPerAccount: 5,
  /** How long owners see offline conflicts and refused work. */
  offlineConflictDays: 30,
  /** After this long without an entry, a member's points count as breakage. */
  dormantDays: 365,
  scanPauseSeconds: 60,
  /** Sign-ups per printed code, by network and in total. Staff pushes are exempt. */
  joinsPerNetworkPerMinute: 120,
  joinsPerNetworkPerDay: 2000,
  joinsPerCodePerMinute: 1200,
  memberAnswersPerNetworkPerMinute: 20,
  scansPerNetworkPerMinute: 60,
  keyMissesPerMinute: 20,
  codeMissesPerMinute: 60,
  /** How long a page waits for its lookup before the app's own page is sent. */
  writtenPagePatienceMs: 1_000,
  couponChecksPerMinute: 120,
  /** Changes on one member's page: consents, places, address, requests. */
  ownDataChangesPerHour: 60,
  /** Consents on a member's page, the latest ones. */
  consentsShown: 100,
  /** Exports of everything; one at a time, and another one may be tried after so long. */
  businessExportsPerHour: 6,
  exportRetrySeconds: 30,
  /** Rows that an export reads at once. */
  exportBatch: 1_000,
  importsPerBusinessPerDay: 20,
  /** Parts of a whole file, sent twice, and some more. */
  importPartsPerAccountPerHour: 500,
  /** Rows per transaction of an import. */
  importBatch: 200,
  /** Transactions of one import before other work of the process gets its turn. */
  importBatchesAtOnce: 10,
  /** An import that was read in but never run is abandoned after this. */
  importIdleDays: 7,
  importRowsShown: 100,
  importsShown: 10,
  /** QR codes that open the card of a member without an email, and how long they work. */
  cardLinkMinutes: 10,
  printedCardLinkDays: 30,
  cardLinksPerAccountPerHour: 120,
  cardsOpenedPerNetworkPerHour: 300,
  /** Downloads, and erasures asked for, by an owner on members' behalf. */
  memberExportsPerAccountPerHour: 30,
  memberErasuresPerAccountPerHour: 30,
  memberErasureHours: 24,
  birthdaysPerAccountPerHour: 120,
  /** Links to a new address that a card asks for: per member, per mailbox and per network. */
  memberEmailLinksPerDay: 3,
  memberEmailLinksPerNetworkPerHour: 10,
  /** Mailed links that a business's owners cause: per member and per mailbox. */
  ownerEmailLinksPerDay: 5,
  memberEmailLinkMinutes: 60,
  /** How long a corrected phone number can be restored. */
  phoneUndoDays: 7,
  topTenants: 10,
  planRequestsPerDay: 3,
  superAdminsTold: 20,
  /** A trouble that no server has seen for so long is over. */
  troubleQuietSeconds: 120,
  troublesShown: 50,
  troubleShownDays: 7,
  troubleKeptDays: 90,
  mailLateMinutes: 10,
  webhookSeconds: 5,

  /** docs/operations.md, "System" */
  databaseClockSeconds: 5,
  /** After this long, the last back-up is old. */
  backUpDays: 7,
  certificateDaysLeft: 14,
  walletCertificateDaysLeft: 30,
  /** Quiet hours hold notifications back for a night. */
  pushWaitHours: 12,
  diskFreeBytes: 1024 ** 3,
  /** Statements that run for longer now, or take longer on average. */
  slowStatementSeconds: 5,
  slowStatementMeanMs: 200,
  slowStatementsShown: 5,

  tenantNotesShown: 200,
  cohortMonths: 12,
  /** Days in a business's usage and the platform's trends; the screens' texts say 30. */
  figuresDays: 30,
  sampleCustomers: 24,
  sampleDays: 56,
  /** A backup without any read or write for this long is aborted. */
  backUpStallSeconds: 120,
} as const
