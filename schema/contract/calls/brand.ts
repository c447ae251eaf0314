/**
 * The calls about names, colors, logos and icons: of a business, the platform, and an installed
 * app.
 */
import * as z from 'zod/mini'
import { appIconShape, appManifest } from '#schema/contract/app-manifest.ts'
import { brandColorChanges, brandColors, brandingChanges } from '#schema/contract/branding.ts'
import { business } from '#schema/contract/business.ts'
import { call } from './call.ts'

export const brandCalls = {
  'business.updateBranding': call({
    method: 'PATCH',
    path: '/api/business/:businessId/branding',
    access: 'business.configure',
    body: brandingChanges,
    answer: business,
  }),
  'business.uploadLogo': call({
    method: 'POST',
    path: '/api/business/:businessId/logo',
    access: 'business.configure',
    upload: true,
    answer: business,
  }),
  'business.removeLogo': call({
    method: 'DELETE',
    path: '/api/business/:businessId/logo',
    access: 'business.configure',
    answer: business,
  }),
  'business.logo': call({
    method: 'GET',
    path: '/logo/:logoId',
    access: 'anyone',
    answer: z.unknown(),
    raw: true,
  }),
  'customer.appManifest': call({
    method: 'GET',
    path: '/api/customer/:customerId/app-manifest',
    access: 'customerKey',
    answer: appManifest,
    raw: true,
  }),
  'business.appManifest': call({
    method: 'GET',
    path: '/api/business/:businessId/app-manifest',
    access: 'business.view',
    // The browser requests it on its own, and it contains no customer data.
    whileLocked: true,
    answer: appManifest,
    raw: true,
  }),
  /** The phone requests it without cookies; `brandId` is the business's id. */
  'brand.appIcon': call({
    method: 'GET',
    path: '/api/app-icon/:brandId',
    access: 'anyone',
    query: z.object({
      shape: z._default(appIconShape, '192'),
      v: z.optional(z.string().check(z.maxLength(20))),
    }),
    answer: z.unknown(),
    raw: true,
  }),
  'admin.branding': call({
    method: 'GET',
    path: '/api/admin/branding',
    access: 'platform.view',
    answer: brandColors,
  }),
  'admin.updateBranding': call({
    method: 'PATCH',
    path: '/api/admin/branding',
    access: 'platform.configure',
    body: brandColorChanges,
    answer: brandColors,
  }),
} as const
