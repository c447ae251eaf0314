/** Parts of the card that load on demand, in one file. */
export { OwnDataPanel } from './member-privacy.tsx'
export { RedeemDialog } from './redeem-dialog.tsx'
