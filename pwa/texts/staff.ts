/** The people of a business: inviting, roles, removing. */
import { textsOf } from './language.ts'

export const staff = {
  title: 'Staff',
  description: 'People who can work the counter or manage this business.',
  inviteStaff: 'Invite Staff',
  inviteHint: (days: number) =>
    `We’ll email an invite that expires in ${days} days. Staff can work the counter but can’t see settings. You can make them an owner later.`,
  email: 'Email',
  cancel: 'Cancel',
  sendInvite: 'Send Invite',
  inviteSent: 'Invite sent',
  inviteSentTo: (email: string) => `We sent an invite to ${email}.`,
  inviteResentTo: (email: string) => `We sent the invite to ${email} again.`,
  inviteOffline: 'You’re offline. Connect to the internet to send an invite.',
  inviteFailed: 'Couldn’t send the invite',
  name: 'Name',
  you: (name: string) => `${name} (you)`,
  role: 'Role',
  owner: 'Owner',
  staff: 'Staff',
  status: 'Status',
  active: 'Active',
  invited: 'Invited',
  expired: 'Expired',
  lastSeen: 'Last seen',
  never: 'Never',
  added: 'Added',
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  resendInvite: 'Resend Invite',
  resendInviteTo: (email: string) => `Resend invite to ${email}`,
  cancelInviteEntry: 'Cancel Invite',
  changeToStaff: 'Change to Staff',
  makeOwner: 'Make Owner',
  remove: 'Remove',
  makeOwnerOf: (name: string) => `Make ${name} an owner?`,
  makeStaffOf: (name: string) => `Change ${name} to staff?`,
  makeOwnerAct: 'Make Owner',
  makeStaffAct: 'Change to Staff',
  ownerMeaning:
    'Owners can see customer contact info, change settings, and invite staff. They’ll need to sign in again on their devices.',
  staffMeaning:
    'Staff can work the counter but can’t see settings. They’ll need to sign in again on their devices.',
  nowOwner: (name: string) => `${name} is now an owner`,
  nowStaff: (name: string) => `${name} is now staff`,
  roleFailed: 'Couldn’t change role',
  cancelThisInvite: 'Cancel this invite?',
  cancelInvite: 'Cancel Invite',
  keepInvite: 'Keep Invite',
  cancelInviteMeaning: (name: string) =>
    `The code we emailed to ${name} will stop working. You can invite them again.`,
  inviteCanceled: 'Invite canceled',
  cancelInviteFailed: 'Couldn’t cancel invite',
  removeOf: (name: string) => `Remove ${name}?`,
  removeMeaning:
    'They’ll be signed out and the customer list will be deleted from their devices. Their unsynced sales are held for your review.',
  removed: (name: string) => `${name} was removed`,
  removeFailed: (name: string) => `Couldn’t remove ${name}`,
}

export const staffTexts = textsOf('staff', staff)
