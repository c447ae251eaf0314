/**
 * "Add to Google Wallet": a link whose signed token carries the loyalty class and the member's
 * object (https://developers.google.com/wallet/retail/loyalty-cards/web). Google asks the person
 * and saves the pass; this server makes no request.
 */
import { importPKCS8, SignJWT } from 'jose'
import type { GoogleWalletKeys } from '#sync-server/wallet-settings.ts'
import type { WalletCard } from './wallet-card.ts'

const saveAddress = 'https://pay.google.com/gp/v/save/'

interface GooglePass {
  keys: GoogleWalletKeys
  /**
   * The origin allowed to call Google, and where Google fetches the logo; must be reachable by
   * https.
   */
  publicUrl: string
  now: Date
}

export async function googleWalletLink(
  card: WalletCard,
  { keys, publicUrl, now }: GooglePass,
): Promise<string> {
  const idOf = (name: string) => `${keys.issuerId}.${name}`
  const classId = idOf(card.businessId)
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [publicUrl],
    payload: {
      loyaltyClasses: [
        {
          id: classId,
          issuerName: card.businessName,
          programName: card.businessName,
          programLogo: {
            sourceUri: { uri: `${publicUrl}/api/app-icon/${card.businessId}?shape=512&v=wallet` },
          },
          hexBackgroundColor: card.primaryColor,
          reviewStatus: 'UNDER_REVIEW',
        },
      ],
      loyaltyObjects: [
        {
          id: idOf(card.memberId),
          classId,
          state: 'ACTIVE',
          accountId: card.memberId,
          accountName: card.memberName,
          loyaltyPoints: { label: 'Points', balance: { int: card.points } },
          barcode: { type: 'QR_CODE', value: card.qrText },
        },
      ],
    },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(keys.email)
    .setAudience('google')
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .sign(await importPKCS8(keys.privateKey, 'RS256'))
  return saveAddress + token
}
