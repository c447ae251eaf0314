/** What a card shows once somebody asks for it, in one file. */
export { ConfirmedRequestCard } from './confirmed-request.tsx'
export { OwnDataPanel } from './member-privacy.tsx'
export { RedeemDialog } from './redeem-dialog.tsx'
