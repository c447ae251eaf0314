/** Notifications on a customer's phone: reading, setting and stopping them. */
import {
  listNotificationDevices,
  setNotifications,
  stopNotifications,
} from '#sync-server/notifications/devices.ts'
import { openAsHolder } from './customer.ts'
import { countOwnChange } from './member-privacy.ts'
import type { Handlers } from './route.ts'

export const notificationHandlers = {
  'customer.notifications': async (request, server) => {
    const { businessId, memberId } = await openAsHolder(request, server)
    return server.doors.tenant(businessId, (tenant) =>
      listNotificationDevices(tenant, memberId, server.config),
    )
  },

  // Rate-limited, because each may leave a consent record; stopping needs no limit.
  'customer.setNotifications': async (request, server) => {
    const { businessId, memberId } = await openAsHolder(request, server)
    await countOwnChange(server, request.params.customerId)
    const { language } = request.origin
    await server.doors.tenant(businessId, (tenant) =>
      setNotifications(tenant, { memberId, key: request.params.customerId }, request.body, {
        config: server.config,
        now: server.clock.now(),
        ...(language && { language }),
      }),
    )
    return { message: 'Notifications are on.' }
  },

  'customer.stopNotifications': async (request, server) => {
    const { businessId, memberId } = await openAsHolder(request, server)
    await server.doors.tenant(businessId, (tenant) =>
      stopNotifications(tenant, memberId, request.body.endpoint, server.clock.now()),
    )
    return { message: 'Notifications are off.' }
  },
} satisfies Partial<Handlers>
