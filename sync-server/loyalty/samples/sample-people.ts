/** Made-up customers, always the same: their names, join dates and purchases. */

import { sampleMailDomain } from '#schema/contract/sample-customer.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface SamplePerson {
  firstName: string
  /** Marks them as samples wherever a name is shown. */
  lastName: string
  email: string
  phone: string | null
  joinedAt: Date
  visits: { at: Date; amountCents: number }[]
}

const names =
  'Amara Osei,Bruno Castell,Carmen Vidal,Daniel Okoro,Elif Aydin,Farah Nasser,Grace Holloway,Hiro Tanabe,Ines Duarte,Jonas Weber,Kavya Menon,Liam Brannigan,Maya Lindholm,Noah Petit,Olga Marek,Priya Raman,Quentin Dubois,Rosa Ibarra,Sami Haddad,Tessa Moreau,Uri Shalev,Valeria Conti,Wes Tallman,Yara Soto'
    .split(',')
    .slice(0, serverLimits.sampleCustomers)

export function samplePeople(now: Date): SamplePerson[] {
  return names.map((name, n) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    // The first ones are the oldest and visit most often; coprime steps make the values look
    // random.
    const daysAgo = Math.max(
      1,
      serverLimits.sampleDays - Math.floor((n * serverLimits.sampleDays) / 24),
    )
    const joinedAt = new Date(now.getTime() - daysAgo * dayMs - ((n * 5) % 9) * hourMs)
    const count = n % 5 === 4 ? 1 : Math.max(1, Math.floor(daysAgo / (3 + ((n * 7) % 9))))
    const visits = Array.from({ length: count }, (_, visit) => ({
      at: new Date(
        joinedAt.getTime() + Math.floor((visit * (daysAgo * dayMs)) / count) + hourMs / 4,
      ),
      amountCents: 420 + ((n * 613 + visit * 379) % 2600),
    }))
    return {
      firstName,
      lastName: `${lastName} (sample)`,
      email: `${firstName}.${lastName}@${sampleMailDomain}`.toLowerCase(),
      // 555-0100 to 555-0199 are reserved for fiction.
      phone: n % 4 === 3 ? null : `+1 555 01${String(10 + n * 3).padStart(2, '0')}`,
      joinedAt,
      visits,
    }
  })
}
