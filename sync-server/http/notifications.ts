/** Notifications on a customer's phone: what is set, setting it, ending it. */
import {
  listNotificationDevices,
  setNotifications,
  stopNotifications,
} from '#sync-server/notifications/devices.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type CardRequest, openHiddenCard } from './customer.ts'
import type { Handlers } from './route.ts'

export const notificationHandlers = {
  'customer.notifications': async (request, server) => {
    const { businessId, memberId } = await openByKey(request, server)
    return server.doors.tenant(businessId, (tenant) =>
      listNotificationDevices(tenant, memberId, server.config),
    )
  },

  'customer.setNotifications': async (request, server) => {
    const { businessId, memberId } = await openByKey(request, server)
    const { language } = request.origin
    await server.doors.tenant(businessId, (tenant) =>
      setNotifications(tenant, memberId, request.body, {
        config: server.config,
        now: server.clock.now(),
        ...(language && { language }),
      }),
    )
    return { message: 'Notifications are on.' }
  },

  'customer.stopNotifications': async (request, server) => {
    const { businessId, memberId } = await openByKey(request, server)
    await server.doors.tenant(businessId, (tenant) =>
      stopNotifications(tenant, memberId, request.body.endpoint, server.clock.now()),
    )
    return { message: 'Notifications are off.' }
  },
} satisfies Partial<Handlers>

/** Staff open cards by member ids; whether a phone rings is its owner's alone. */
async function openByKey(request: CardRequest, server: Server) {
  const opened = await openHiddenCard(request, server)
  return opened.byKey ? opened : refuse('not_found')
}
