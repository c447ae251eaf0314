/** A business's name, colors and logo; the logo itself is public. */
import {
  prepareLogo,
  readLogo,
  removeLogo,
  saveLogo,
  updateBranding,
} from '#sync-server/platform/branding.ts'
import { inSteps, inTenant, onPlatform } from '#sync-server/run-rule.ts'
import type { Handlers } from './call.ts'
import { readPicture } from './route.ts'

export const brandingHandlers = {
  'business.updateBranding': inTenant(updateBranding),

  'business.uploadLogo': async ({ params, by, context }, server) => {
    const bytes = await readPicture(context)
    const { businessId } = params
    const png = await inSteps(prepareLogo)({ payload: { bytes, businessId }, by }, server)
    return inTenant(saveLogo)({ params, payload: { png }, by }, server)
  },

  'business.removeLogo': inTenant(removeLogo),

  'business.logo': async (request, server) => {
    const png = await onPlatform(readLogo)(request, server)
    return request.context.body(new Uint8Array(png), 200, {
      'Content-Type': 'image/png',
      // A new logo gets a new URL.
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Mail programs show it on other sites.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  },
} satisfies Partial<Handlers>
