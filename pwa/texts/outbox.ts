/** Pending Sync: work that waits on this device, and work that the owner has to review. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const outbox = {
  title: 'Pending Sync',
  lastSynced: (ago: string) => `Last synced ${ago}`,
  neverSynced: 'This device hasn’t finished its first sync.',
  syncNow: 'Sync Now',
  cannotShow: 'We can’t show the changes on this device, but you can export them.',
  allSynced: 'You’re all caught up. Everything is synced.',
  nothingElse: 'Nothing else is waiting.',
  nothingWaiting: 'No changes are waiting to sync.',
  loading: 'Loading…',
  mayBeCleared:
    'Your browser may clear this data if storage runs low. Install the app to keep it safe.',
  install: 'Install App',
  tooMany: (count: number) =>
    counted(count, {
      other: 'Over # changes are waiting to sync. Connect soon, or export a copy.',
    }),
  sealed: (count: number) =>
    counted(count, {
      one: '# encrypted change from someone who signed out here is waiting to sync.',
      other: '# encrypted changes from someone who signed out here are waiting to sync.',
    }),
  unreadable: (count: number) =>
    counted(count, {
      one: '# encrypted change from someone who signed out here can’t be read by the server, and was not saved. Ask them what it was, and record it again.',
      other:
        '# encrypted changes from someone who signed out here can’t be read by the server, and were not saved. Ask them what they were, and record them again.',
    }),
  delete: 'Delete',
  deleteUnreadable: (count: number) =>
    counted(count, {
      one: 'Delete # encrypted change?',
      other: 'Delete # encrypted changes?',
    }),
  unreadableMeaning:
    'The server can’t read it now. If its secret was changed, ask whoever runs the server first. This can’t be undone.',
  notDeleted: 'Couldn’t delete',
  stillUnreadable: 'The server still can’t read it',
  discard: 'Discard',
  discarded: 'Discarded',
  discardThis: (label: string) => `Discard this ${label.toLowerCase()}?`,
  discardWarning: (entry: string, dependents: number) =>
    dependents === 0
      ? `${entry} won’t be saved. This can’t be undone.`
      : counted(dependents, {
          one: `${entry} won’t be saved, and neither will the change that depends on it. This can’t be undone.`,
          other: `${entry} won’t be saved, and neither will the # changes that depend on it. This can’t be undone.`,
        }),
  entry: (label: string, title: string) => `${label}: ${title}`,
  notDiscarded: 'Couldn’t discard',
  exportCopy: 'Export a Copy',
  exportFailed: 'Export failed',
  importFile: 'Import File',
  syncFile: 'Import a sync file',
  importComplete: 'Import complete',
  imported: (added: number, known: number) =>
    `${counted(added, { other: '# added' })}, ${counted(known, { other: '# already here.' })}`,
  importFailed: 'Import failed',
  tryAgain: 'Try Again',
  openLatest: 'Open the Latest',
  openOther: 'Open the Other Member',
  joinOther: 'Join Both…',
  retryFailed: 'Retry failed',
  edit: 'Edit',
  editOf: (label: string) => `Edit ${label}`,
  changesNotSaved: 'Changes not saved',
  save: 'Save',

  // Owner decisions
  needsReview: 'Needs Your Review',
  needsReviewHint: 'On hold until you approve or decline it.',
  onHold: 'On Hold',
  onHoldHint: 'Each goes through by itself once what it waits for is there. You can decline it.',
  approve: 'Approve',
  approveAll: 'Approve All',
  decline: 'Decline',
  declineAll: 'Decline All',
  approved: 'Approved',
  declined: 'Declined',
  reviewed: (count: number) =>
    counted(count, {
      one: '# change reviewed. Devices will update automatically.',
      other: '# changes reviewed. Devices will update automatically.',
    }),
  notDecided: 'Nothing changed',
  notDecidedHint:
    'Someone decided already, or it still can’t go through. The list shows what’s left.',
  decisionFailed: 'Couldn’t save your decision',
  recordedOn: (reason: string, day: string) => `${reason} Recorded ${day}.`,
  fromRemoved: 'From a person or device that no longer has access.',
  fromUnproved: 'From a till, without proof of who worked it.',
  fromSealed: 'Locked at a sign-out, without proof of who made it.',
  overTrust: 'Handed over beyond your offline limits.',
  fromSilent: 'From a device that hadn’t synced in over a year.',
  fromFault: 'Something went wrong on our end when we received it.',
  untilWritable:
    'Goes through by itself once the business can make changes again: a plan is chosen, or it’s reactivated.',
  untilSignUp: 'Goes through by itself once the customer’s sign-up syncs.',
  untilEarlierChange: 'Goes through by itself once an earlier change syncs.',
  untilUpdated: 'From a newer version of the app. Goes through once the server is updated.',
}

export const outboxTexts = textsOf('outbox', outbox)
