/** Near misses that get a suggestion, and right addresses that get none. */
import { describe, expect, it } from 'vitest'
import { likelyAddress } from './likely-address.ts'

const slips = {
  'gmail.com': [
    'gmial.com',
    'gmai.com',
    'gmil.com',
    'gamil.com',
    'gnail.com',
    'gmaill.com',
    'gmal.com',
    'gmali.com',
    'gemail.com',
    'gmail.con',
    'gmail.cm',
    'gmail.co',
    'gmail.om',
    'gmail.comm',
    'gmail.cmo',
    'gmail,com',
    'gmail..com',
    'gmailcom',
    'gmail',
    'gmail.es',
    'gmial.con',
    'GMIAL.COM',
  ],
  'hotmail.com': [
    'hotmial.com',
    'hotmal.com',
    'hotamil.com',
    'homail.com',
    'hotmail.con',
    'hotmailcom',
  ],
  'hotmail.es': ['hotmial.es', 'hotmil.es'],
  'hotmail.co.uk': ['hotmial.co.uk'],
  'outlook.com': ['outlok.com', 'outloook.com', 'oulook.com', 'outlook.cm', 'outlook.co'],
  'yahoo.com': ['yaho.com', 'yahooo.com', 'yhaoo.com', 'yahoo.comm'],
  'yahoo.com.mx': ['yaho.com.mx'],
  'icloud.com': ['iclod.com', 'icluod.com', 'icloud.co', 'icloud.con'],
  'comcast.net': ['comcast.ner', 'comcst.net'],
}

const right = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.gr',
  'outlook.com.br',
  'yahoo.co.jp',
  'yahoo.fr',
  'live.nl',
  'live.com.mx',
  'gmx.de',
  'gmx.net',
  'mail.com',
  'email.com',
  'ymail.com',
  'cloud.com',
  'me.com',
  'mac.com',
  'aol.de',
  'web.de',
  'love.com',
  'proton.me',
  'mail.example',
  'gmail.example.org',
  'comcast.com',
  'charter.com',
  'cafe-sunrise.com',
  'hotels.com',
  'xn--bcher-kva.example',
  'students.mail.com',
]

describe('the likely address', () => {
  it.each(Object.entries(slips))('suggests %s for each of its slips', (domain, typed) => {
    const suggested = typed.map((slip) => [slip, likelyAddress(`Ana.P+x@${slip}`)])
    expect(suggested).toEqual(typed.map((slip) => [slip, `Ana.P+x@${domain}`]))
  })

  it('suggests nothing for right addresses', () => {
    const suggested = right.filter((domain) => likelyAddress(`ana@${domain}`) !== null)
    expect(suggested).toEqual([])
  })

  it('suggests nothing for text that is no address', () => {
    const typed = ['', 'ana', 'ana@', '@gmial.com', 'ana @gmial.com', '@', 'ana@g', 'a@b@gmial.com']
    expect(typed.map(likelyAddress)).toEqual(typed.map(() => null))
  })

  it('drops what was typed around the address', () => {
    expect(likelyAddress(' ana@gmial.com, ')).toBe('ana@gmail.com')
  })
})
