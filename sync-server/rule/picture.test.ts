import { expect, test } from 'vitest'
import { inPictureTurn } from './picture.ts'

test('delays another business by one picture at most while a business uploads many', async () => {
  const begun: string[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const unpack = (business: string, picture: string) =>
    inPictureTurn(business, async () => {
      begun.push(picture)
      await opened
    })
  const all = [
    unpack('first', 'first 1'),
    unpack('first', 'first 2'),
    unpack('first', 'first 3'),
    unpack('second', 'second 1'),
  ]
  expect(begun).toEqual(['first 1'])
  open()
  await Promise.all(all)
  expect(begun).toEqual(['first 1', 'second 1', 'first 2', 'first 3'])
})
