import { expect, test } from 'vitest'
import { readScannedText } from '#pwa/visitor/scanned-text.ts'

const origin = 'https://regulars.example'

test.each([
  [`${origin}/customer-signup/ABCDEFGHJK`, 'ABCDEFGHJK'],
  [`${origin}/signup/ABCDEFGHJK`, 'ABCDEFGHJK'],
  [`${origin}/signup/ABCDEFGHJK?utm=1#x`, 'ABCDEFGHJK'],
  ['ABCDEFGHJK', 'ABCDEFGHJK'],
  [' abcdefghjk \n', 'ABCDEFGHJK'],
  ['demo_code', 'demo_code'],
])('reads %s as the code %s', (text, code) => {
  expect(readScannedText(text, origin)).toEqual({ code })
})

test.each([
  'https://evil.example/signup/ABCDEFGHJK',
  'https://regulars.example.evil.example/signup/ABCDEFGHJK',
  'https://regulars.example@evil.example/signup/ABCDEFGHJK',
  'http://regulars.example/signup/ABCDEFGHJK',
  '//evil.example/signup/ABCDEFGHJK',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'WIFI:T:WPA;S:cafe;P:secret;;',
  'blob:https://regulars.example/6d1c2b9e',
  'tel:+15550100199',
  `${origin}/login`,
  `${origin}/signup`,
  `${origin}/signup/ABC/DEF`,
  `${origin}/signup/..%2f..%2flogin`,
  `${origin}/member/0199a3c0-1f00-7000-8000-000000000001`,
  '0199a3c0-1f00-7000-8000-000000000001',
  'ABCD-EFGH-JKLM',
  '<img src=x onerror=alert(1)>',
  '',
  'abc',
  'x'.repeat(5000),
])('reports that %s is not a sign-up code', (text) => {
  expect(readScannedText(text, origin)).toHaveProperty('sentence')
})
