/**
 * A pass for Apple Wallet: a store card with the member's code, in a signed archive
 * (https://developer.apple.com/documentation/walletpasses). passkit-generator writes the archive's
 * manifest and its detached signature (docs/decisions/0171-wallet-passes.md).
 */
import { fillFor } from '#schema/contract/color.ts'
import type { AppleWalletKeys } from '#sync-server/wallet-settings.ts'
import type { WalletCard } from './wallet-card.ts'

/** @param icon the business's, a PNG of any size */
export async function applePass(
  card: WalletCard,
  icon: Buffer,
  keys: AppleWalletKeys,
): Promise<Buffer> {
  // Loaded on demand: it takes a sixth of startup, and most servers have no Apple keys.
  const { PKPass } = await import('passkit-generator')
  const { fill, text } = fillFor(card.primaryColor)
  const pass = new PKPass(
    { 'icon.png': icon, 'icon@2x.png': icon, 'icon@3x.png': icon, 'logo.png': icon },
    {
      signerCert: keys.certificate,
      signerKey: keys.privateKey,
      wwdr: keys.intermediate,
    },
    {
      formatVersion: 1,
      passTypeIdentifier: keys.passTypeId,
      teamIdentifier: keys.teamId,
      serialNumber: card.memberId,
      organizationName: card.businessName,
      description: card.businessName,
      logoText: card.businessName,
      backgroundColor: rgbOf(fill),
      foregroundColor: rgbOf(text),
      labelColor: rgbOf(text),
    },
  )
  pass.type = 'storeCard'
  pass.headerFields.push({ key: 'points', label: 'POINTS', value: card.points })
  pass.secondaryFields.push({ key: 'member', label: 'MEMBER', value: card.memberName })
  pass.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: card.qrText,
    messageEncoding: 'iso-8859-1',
  })
  return pass.getAsBuffer()
}

/** Converts '#14594a' to a pass's format. */
function rgbOf(color: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `rgb(${channels.join(', ')})`
}
