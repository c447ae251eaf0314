/**
 * A member's card for their phone's wallet, for the holder of their key; unavailable without the
 * operator's keys.
 */
import { openCustomer } from '#sync-server/loyalty/key.ts'
import { readAppIcon } from '#sync-server/platform/app-manifest.ts'
import { applePass } from '#sync-server/platform/apple-wallet.ts'
import { googleWalletLink } from '#sync-server/platform/google-wallet.ts'
import { readWalletCard, type WalletCard } from '#sync-server/platform/wallet-card.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { runInTenant } from '#sync-server/run-rule.ts'
import type { Server } from '#sync-server/server.ts'
import { countingMisses, keyGuess } from './admission.ts'
import type { CallRequest, Handlers } from './call.ts'

type WalletRequest = CallRequest<'customer.wallets'> | CallRequest<'customer.applePass'>

export const walletHandlers = {
  'customer.wallets': async (request, server) => {
    const { google, apple } = server.config.wallets
    request.context.header('Referrer-Policy', 'no-referrer')
    const { memberId, businessId } = await openForWallet(request, server)
    if (!google && !apple) return { google: null, apple: null }
    const { publicUrl } = server.config
    const card = await readCard(request, server, { memberId, businessId })
    return {
      google:
        google === undefined
          ? null
          : await googleWalletLink(card, { keys: google, publicUrl, now: server.clock.now() }),
      apple: apple === undefined ? null : `/api/customer/${request.params.customerId}/card.pkpass`,
    }
  },

  'customer.applePass': async (request, server) => {
    const keys = server.config.wallets.apple
    const { memberId, businessId } = await openForWallet(request, server)
    if (!keys) refuse('not_found')
    server.admission.signPass(request.origin.network)
    const card = await readCard(request, server, { memberId, businessId })
    const icon = await runInTenant(server, businessId, request.by, (rule) =>
      readAppIcon({ shape: '192' }, rule),
    )
    return new Response(new Uint8Array(await applePass(card, icon, keys)), {
      headers: {
        'Content-Type': 'application/vnd.apple.pkpass',
        'Content-Disposition': 'attachment; filename="card.pkpass"',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
    })
  },
} satisfies Partial<Handlers>

/** A card belongs on its holder's phone; staff looking at a customer don't get one. */
async function openForWallet({ params, actor, origin }: WalletRequest, server: Server) {
  const opened = await countingMisses(server, origin, keyGuess(params.customerId), () =>
    openCustomer(server, params.customerId, actor),
  )
  if (!opened.byKey) refuse('not_found')
  return opened
}

function readCard(
  { by }: WalletRequest,
  server: Server,
  { memberId, businessId }: { memberId: string; businessId: string },
): Promise<WalletCard> {
  const { publicUrl } = server.config
  return runInTenant(server, businessId, by, (rule) =>
    readWalletCard({ memberId, publicUrl }, rule),
  )
}
