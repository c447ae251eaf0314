/** The manifest and icons that a browser requests to install a business's own app. */
import type { AppManifest } from '#schema/contract/app-manifest.ts'
import { openCustomer } from '#sync-server/loyalty/key.ts'
import {
  readAppIcon,
  readCardManifest,
  readCounterManifest,
} from '#sync-server/platform/app-manifest.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { inTenant, runInTenant } from '#sync-server/run-rule.ts'
import { countingMisses, keyGuess } from './admission.ts'
import type { Handlers } from './call.ts'

export const appManifestHandlers = {
  'business.appManifest': async (request, server) =>
    asManifest(await inTenant(readCounterManifest)(request, server)),

  'customer.appManifest': async ({ params, actor, by, origin }, server) => {
    const guess = keyGuess(params.customerId)
    const { businessId, memberId, byKey } = await countingMisses(server, origin, guess, () =>
      openCustomer(server, params.customerId, actor),
    )
    // A card belongs on its holder's phone; staff looking at a customer install the counter.
    if (!byKey) refuse('not_found')
    const card = { memberId, customerId: params.customerId }
    return asManifest(
      await runInTenant(server, businessId, by, (rule) => readCardManifest(card, rule)),
    )
  },

  'brand.appIcon': async ({ params, query, by }, server) => {
    const icon = await runInTenant(server, params.brandId, by, (rule) => readAppIcon(query, rule))
    // The URL changes with the content.
    return new Response(new Uint8Array(icon), {
      headers: {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  },
} satisfies Partial<Handlers>

function asManifest(manifest: AppManifest): Response {
  return Response.json(manifest, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'private, no-cache',
      'Referrer-Policy': 'no-referrer',
    },
  })
}
