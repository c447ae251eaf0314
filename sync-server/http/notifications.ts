/** Notifications on a customer's phone: reading, setting and stopping them. */
import {
  listNotificationDevices,
  setNotifications,
  stopNotifications,
} from '#sync-server/notifications/devices.ts'
import type { Handlers } from './call.ts'
import { openAsHolder } from './customer.ts'
import { asMember, changeAsMember } from './member-privacy.ts'

export const notificationHandlers = {
  'customer.notifications': async (request, server) => {
    const { businessId, memberId } = await openAsHolder(request, server)
    return server.doors.tenant(businessId, (tenant) =>
      listNotificationDevices(tenant, memberId, server.config),
    )
  },

  'customer.setNotifications': async (request, server) => {
    await changeAsMember(request, server, (holder, rule) =>
      setNotifications({ ...holder, setting: request.body }, rule),
    )
    return { message: 'Notifications are on.' }
  },

  // Needs no rate limit: only a phone that was set can be stopped.
  'customer.stopNotifications': async (request, server) => {
    const { endpoint } = request.body
    await asMember(request, server, (holder, rule) =>
      stopNotifications({ ...holder, endpoint }, rule),
    )
    return { message: 'Notifications are off.' }
  },
} satisfies Partial<Handlers>
