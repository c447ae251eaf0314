/** Parts of the card that load on demand, in one file. */
export { ConfirmedRequestCard } from './confirmed-request.tsx'
export { OwnDataPanel } from './member-privacy.tsx'
export { RedeemDialog } from './redeem-dialog.tsx'
