/** Texts with a count have a singular, in both languages. */
import { afterEach, expect, test } from 'vitest'
import { attentionTexts } from './attention.ts'
import { devicesTexts } from './devices.ts'
import { catalog } from './es/catalog.ts'
import { type Language, setLanguage } from './language.ts'
import { memberPairTexts } from './member-pairs.ts'
import { operationTexts } from './operation.ts'
import { programTexts } from './program.ts'
import { qrCodeTexts } from './qr-codes.ts'

afterEach(() => setLanguage('en', {}))

const counts = (count: number) => [
  devicesTexts.refused(count),
  devicesTexts.discarded(count),
  devicesTexts.missing(count),
  operationTexts.pointsFor(count, 'Ann'),
  programTexts.example('$1.00', count),
  memberPairTexts.of(count, '#1'),
  memberPairTexts.separateHint(count, 'Ann #1', 'Bo'),
  memberPairTexts.debt(count, 'Ann #1'),
  memberPairTexts.sum(0, count),
  qrCodeTexts.welcomeOffer(count, 10),
  attentionTexts.welcomesHint(count, '10%'),
]

test.for([
  ['en', /\b1 points|\b1 point go\b/, /\b1,200 point\b/],
  [
    'es',
    /\b1 (puntos|rechazados|descartados|faltan)|Faltan 1$|\b1 punto vuelven/,
    /1,200 (punto|rechazado|descartado)\b|Falta 1/,
  ],
] as const)('one and many have their own words in %s', ([language, wrongOne, wrongMany]) => {
  setLanguage(language satisfies Language, language === 'es' ? catalog : {})
  for (const text of counts(1)) expect(text).not.toMatch(wrongOne)
  for (const text of counts(1200)) expect(text).not.toMatch(wrongMany)
  expect(memberPairTexts.debt(2, 'Ann #1')).toContain('Ann #1')
})
