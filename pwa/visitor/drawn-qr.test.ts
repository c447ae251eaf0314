import { expect, test } from 'vitest'
import { drawingsMost, drawnQr, drawQr } from '#pwa/visitor/drawn-qr.ts'

test('draws a code once, and keeps only the latest drawings', async () => {
  const texts = Array.from(
    { length: drawingsMost + 5 },
    (_, at) => `https://example.com/card/${at}`,
  )
  const first = await drawQr(texts[0] ?? '')
  expect(await drawQr(texts[0] ?? '')).toBe(first)
  for (const text of texts) await drawQr(text)
  expect(texts.filter((text) => drawnQr(text) !== null)).toEqual(texts.slice(-drawingsMost))
})
