/** Notification texts, in the language of the subscription. */
import type { PushMessage } from '#schema/contract/notification.ts'
import type { notificationDevice, notificationQueue } from '#schema/database/notification.ts'
import { isMailLanguage, type MailLanguage } from '#sync-server/rule/origin.ts'

type Queued = Pick<typeof notificationQueue.$inferSelect, 'kind' | 'fields' | 'memberId'>
type Device = Pick<typeof notificationDevice.$inferSelect, 'language' | 'timeZone'>

interface Texts {
  points(points: number, balance: string): string
  reward(name: string): string
  coupon(name: string, day: string): string
  stop: string
}

const texts: Record<MailLanguage, Texts> = {
  en: {
    points: (points, balance) =>
      `You earned ${points.toLocaleString('en-US')} ${points === 1 ? 'point' : 'points'}. Your balance is ${balance}.`,
    reward: (name) => `You have enough points for ${name}.`,
    coupon: (name, day) => `Your coupon for ${name} expires on ${day}.`,
    stop: 'Turn Off',
  },
  es: {
    points: (points, balance) =>
      `Ganaste ${points.toLocaleString('es-US')} ${points === 1 ? 'punto' : 'puntos'}. Tu saldo es de ${balance}.`,
    reward: (name) => `Ya tienes puntos suficientes para ${name}.`,
    coupon: (name, day) => `Tu cupón de ${name} vence el ${day}.`,
    stop: 'Desactivar',
  },
}

export function writeNotification(
  { kind, fields, memberId }: Queued,
  device: Device,
  businessName: string,
): PushMessage {
  const language = isMailLanguage(device.language) ? device.language : 'en'
  const say = texts[language]
  const body = {
    points: () =>
      say.points(Number(fields.points), Number(fields.balance).toLocaleString(localeOf(language))),
    reward: () => say.reward(String(fields.reward)),
    coupon: () => say.coupon(String(fields.coupon), lastDay(fields, language, device)),
  }[kind]()
  return { title: businessName, body, tag: `${kind}:${memberId}`, memberId, stop: say.stop }
}

/** Like the screens: US formats for numbers and dates in both languages. */
function localeOf(language: MailLanguage): string {
  return `${language}-US`
}

/** The coupon's own last day; messages queued by an earlier release only have an instant. */
function lastDay(
  { expiresOn, expiresAt }: Queued['fields'],
  language: MailLanguage,
  { timeZone }: Device,
): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeZone: expiresOn === undefined ? timeZone : 'UTC',
  })
  return format.format(new Date(String(expiresOn ?? expiresAt)))
}
