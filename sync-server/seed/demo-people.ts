/** Made-up people for the demo business. Any likeness to a living person is coincidental. */
import type { Random } from './random.ts'

export const demoBusinessName = 'Lantern House Café'

interface DemoPerson {
  firstName: string
  lastName: string
  email: string
  phone: string | null
}

const firstNames =
  'Amara Anton Beatriz Callum Chiara Dalia Dmitri Eilidh Elif Emeka Esme Farid Fiona Gabriel Greta Hana Hugo Ines Isla Jakub Jamila Joris Kaito Keziah Lars Leilani Lior Lucia Mairead Mateo Mei Milan Nadia Noor Nils Odette Omar Orla Pavel Petra Priya Quinn Rafael Ravi Rosa Ruth Sanna Selin Silas Sofia Tamsin Teo Tomasz Uma Valentin Vera Wren Yara Yusuf Zofia'.split(
    ' ',
  )
const lastNames =
  'Abernathy Adeyemi Alvarado Arslan Bakker Bellweather Brandt Castellan Chaudhry Corrigan Dahlgren Delacroix Demir Eastwood Ferreira Fitzroy Gallagher Grimaldi Haddad Halloran Hasegawa Ibarra Ivanova Jankowski Kallio Kessler Kowalczyk Laurent Lindqvist Lockhart Macready Marchetti Mbeki Moreau Nakagawa Novak Okafor Okonkwo Olsen Pemberton Petrov Quintana Ramaswamy Reyes Rosenthal Santoro Sinclair Sorensen Takeda Tremblay Underhill Vasquez Verbeek Whitlock Winterbourne Yilmaz Zielinski'.split(
    ' ',
  )

/** @returns the person with this number; their address is unique within the demo */
export function demoPerson(random: Random, number: number): DemoPerson {
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  const hasPhone = random.next() < 0.7
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${number}@example.com`.toLowerCase(),
    // 555-0100 to 555-0199 are reserved for fiction.
    phone: hasPhone ? `+1 555 01${String(random.between(0, 99)).padStart(2, '0')}` : null,
  }
}
