/** The owner's devices: what has arrived from each, and what has not. */
import { counted } from '#pwa/texts/language.ts'

export const devices = {
  title: 'Devices',
  description: 'Whether everything your team saved has arrived.',
  delivery: 'Delivery',
  deliveryHint:
    'Devices that handed in work in the last 90 days. One whose browser was cleared begins a new entry.',
  none: 'No device has handed in work yet.',
  till: 'Till',
  removed: 'Removed',
  lastContact: (ago: string) => `Last handed in work ${ago}`,
  received: (count: number) =>
    counted(count, { one: '# change received', other: '# changes received' }),
  refused: (count: number) => `${count} refused`,
  onHold: (count: number) => `${count} on hold`,
  discarded: (count: number) => `${count} discarded`,
  noneMissing: '0 missing',
  missing: (count: number) => `${count} missing`,
  gap: (from: number, through: number) =>
    from === through
      ? `Change number ${from} hasn’t arrived. Open the app on that device while it’s online.`
      : `Changes number ${from} to ${through} haven’t arrived. Open the app on that device while it’s online.`,
}
