/** How numbers, money and days are shown: en-US and USD (spec.md §9). */
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US')
const shortDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const shortTime = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' })

/** @param amount a decimal string */
export function formatMoney(amount: string): string {
  return usd.format(Number(amount))
}

export function formatNumber(value: number): string {
  return whole.format(value)
}

export function formatDay(instant: string | Date): string {
  return shortDay.format(new Date(instant))
}

/** '14:05' */
export function formatTime(instant: string | number | Date): string {
  return shortTime.format(new Date(instant))
}

/** '3 min ago'; less than a minute is 'just now'. */
export function formatAgo(instant: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) {
      return relative.format(Math.round(seconds / length), unit).replace('.', '')
    }
  }
  return 'just now'
}

/**
 * '950', '1.2K', '3.4M': K from 1,000 and M from 1,000,000, to one decimal (spec.md §2). What lies
 * below a million never reads '1000.0K'.
 */
export function formatCount(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`
  if (value >= 1000) return `${Math.min(value / 1000, 999.9).toFixed(1)}K`
  return String(value)
}
