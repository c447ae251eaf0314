import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { password } from '#schema/contract/account.ts'
import { amount } from '#schema/contract/money.ts'
import { refusals } from '#schema/contract/refusal.ts'
import { signUpPayload } from '#schema/contract/sign-up.ts'
import { callTexts } from './call.ts'
import { deviceName } from './device-name.ts'
import { catalog } from './es/catalog.ts'
import { fieldSentence } from './field-sentence.ts'
import { languages, numeral, plural, preferredLanguage, setLanguage, waitOf } from './language.ts'
import { navigationTexts } from './navigation.ts'

afterEach(() => setLanguage('en', {}))

describe('the language of the screens', () => {
  test('is the first preferred language that is available', () => {
    expect(preferredLanguage(['fr-FR', 'es-MX', 'en-US'])).toBe('es')
    expect(preferredLanguage(['fr-FR'])).toBe('en')
    expect(preferredLanguage([])).toBe('en')
  })

  test('changes every text, also in modules loaded before', () => {
    expect(navigationTexts.goHome).toBe('Go to Home')
    setLanguage('es', catalog)
    expect(navigationTexts.goHome).toBe('Ir al inicio')
  })

  test('has a translation of every catalog', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    const rooms = sources.flatMap((source) =>
      [...source.matchAll(/= textsOf\(\s*'(\w+)'/g)].map(([, room]) => room),
    )
    expect(rooms.length).toBeGreaterThan(40)
    expect(rooms.filter((room) => !Object.hasOwn(catalog, room ?? ''))).toEqual([])
  })

  test('shows English where a translation is missing', () => {
    setLanguage('es', { navigation: {} })
    expect(navigationTexts.goHome).toBe('Go to Home')
  })

  test('picks the plural form of a count', () => {
    const forms = { one: 'change', other: 'changes' }
    expect([0, 1, 2].map((count) => plural(count, forms))).toEqual(['changes', 'change', 'changes'])
  })

  test.each(languages)(
    'writes a number below 1,000 as Intl does, and without it: %s',
    (language) => {
      setLanguage(language, {})
      const counts = Array.from({ length: 1000 }, (_, count) => count)
      const { format } = new Intl.NumberFormat(`${language}-US`)
      const written = counts.map((count) => format(count))
      const formatters = vi.spyOn(Intl, 'NumberFormat')
      expect(counts.map(numeral)).toEqual(written)
      expect(formatters).not.toHaveBeenCalled()
      formatters.mockRestore()
      expect([1000, 12.5, -3].map(numeral)).toEqual([1000, 12.5, -3].map((count) => format(count)))
    },
  )

  test('names the time to wait after too many attempts', () => {
    setLanguage('es', catalog)
    const told = [1, 45, 90, 3600, 86_400].map((seconds) => callTexts.tooMany(waitOf(seconds)))
    expect(told).toEqual(
      ['1 segundo', '45 segundos', '2 minutos', '60 minutos', '24 horas'].map(
        (wait) => `Demasiados intentos. Inténtalo de nuevo dentro de ${wait}.`,
      ),
    )
  })

  test('names devices', () => {
    setLanguage('es', catalog)
    expect(deviceName('Chrome on Android')).toBe('Chrome en Android')
    expect(deviceName('Unknown device')).toBe('Dispositivo desconocido')
    expect(deviceName('iPhone')).toBe('iPhone')
  })

  test('has a sentence for every refusal', () => {
    expect(Object.keys(catalog.refusal).sort()).toEqual(Object.keys(refusals).sort())
  })

  test('says what is wrong with a field, its figures included', () => {
    setLanguage('es', catalog)
    const wrong = [password.safeParse('short'), amount.safeParse('0'), amount.safeParse('9999999')]
    const messages = wrong.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? [])
    const empty = signUpPayload.safeParse({})
    messages.push(...(empty.error?.issues.map(({ message }) => message) ?? []))
    expect(messages.length).toBeGreaterThan(5)
    for (const message of messages) expect(fieldSentence(message)).not.toBe(message)
    expect(fieldSentence('Use 100 characters or fewer')).toBe('Usa 100 caracteres como máximo')
    expect(fieldSentence('A sentence of a newer server')).toBe('A sentence of a newer server')
  })
})
