import { afterEach, describe, expect, test } from 'vitest'
import { catalog } from './es/catalog.ts'
import { plural, preferredLanguage, setLanguage } from './language.ts'
import { navigationTexts } from './navigation.ts'

afterEach(() => setLanguage('en', {}))

describe('the language of the screens', () => {
  test('is the first of the preferred languages that we have', () => {
    expect(preferredLanguage(['fr-FR', 'es-MX', 'en-US'])).toBe('es')
    expect(preferredLanguage(['fr-FR'])).toBe('en')
    expect(preferredLanguage([])).toBe('en')
  })

  test('changes every text, also in rooms that were loaded before', () => {
    expect(navigationTexts.goHome).toBe('Go to Home')
    setLanguage('es', catalog)
    expect(navigationTexts.goHome).toBe('Ir al inicio')
  })

  test('shows English where a translation is missing', () => {
    setLanguage('es', { navigation: {} })
    expect(navigationTexts.goHome).toBe('Go to Home')
  })

  test('picks the plural form of a count', () => {
    const forms = { one: 'change', other: 'changes' }
    expect([0, 1, 2].map((count) => plural(count, forms))).toEqual(['changes', 'change', 'changes'])
  })
})
