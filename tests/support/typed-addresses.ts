/** E-mail addresses as people type and paste them, with the stored form; null if refused. */
import fc from 'fast-check'

const kept = 'mika@post.example'

export const typedAddresses: readonly (readonly [typed: string, kept: string | null])[] = [
  ['mika@post.example', kept],
  [' mika@post.example ', kept],
  ['\u200bmika@post.example', kept],
  ['mika\u200d@post.example', kept],
  ['mika@post.example\u200b', kept],
  ['\u202amika@post.example\u202c', kept],
  ['mika@po\u00adst.example', kept],
  ['\ufeffmika\uff20post.example', kept],
  ['mika@post.example,', kept],
  ['mika@post.example; ', kept],
  ['<mika@post.example>', kept],
  ['Mika Arden <mika@post.example>,', kept],
  ['mika@post.example>', null],
  ['mika@post.example<', null],
  ['mika@<post.example', null],
  ['mika@post.example><><', null],
  ['mika@post.example>SIZE=1', null],
  ['mika@post.example/', null],
  ['mika@post.example?subject=hello', null],
  ['mika@post.example#', null],
  ['mika@post.example:25', null],
  ['mika@post.example\\', null],
  ['mika@post.example\u2026', null],
  ['mika@post.example.', null],
  ['mika@"post.example', null],
  ['mika@(c)post.example', null],
  ['mika@post.example,other.example', null],
  ['mika@post.example, ana@post.example', null],
  ['mika@post%2eexample', null],
  ['mika@[127.0.0.1]', null],
  ['mika@127.0.0.1', null],
  ['mika@0x7f.1', null],
  ['mika@post.123', null],
  ['mika@-post.example', null],
  ['mika@post-.example', null],
  ['mika@日本-.example', null],
  ['mika@post_office.example', null],
  ['mika@post..example', null],
  ['mika@post', null],
  [`mika@${'p'.repeat(64)}.example`, null],
  ['.mika@post.example', null],
  ['mika.@post.example', null],
  ['mika..a@post.example', null],
  ['mika arden@post.example', null],
  ['"mika"@post.example', null],
  ['mi\u0000 ka@post.example', null],
  [`${'m'.repeat(65)}@post.example`, null],
  ['@post.example', null],
  ['mika@b\u00fccher.example', 'mika@b\u00fccher.example'],
  ['j\u00fcrgen@post.example', 'j\u00fcrgen@post.example'],
  ["o'mika+tag@post.example", "o'mika+tag@post.example"],
  ['Mika.Arden@Post.Example', 'Mika.Arden@Post.Example'],
]

/** Mostly addresses that the contract accepts, with characters that might get past it. */
export function anyAddress(): fc.Arbitrary<string> {
  const good = fc.constantFrom('mika', 'post', 'bücher', 'straße', '日本', 'a', 'Q', '7')
  const noise = fc.oneof(
    fc.constantFrom('.', '-', '--', '_', '+', '<', '>', ',', ';', '@', '/', '?', '%41', '"', '()'),
    fc.constantFrom('\u200b', '\u202e', '\u00ad', ' ', '\u0301', '\u0661', '\uff0e', 'ﬁ', 'İ', '…'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  )
  const piece = fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: noise })
  const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
  const end = fc.constantFrom(
    'example',
    'EXAMPLE',
    'рф',
    'xn--p1ai',
    'example,',
    'example>',
    '5',
    'x2',
  )
  return fc.tuple(text, text, end).map(([local, domain, last]) => `${local}@${domain}.${last}`)
}
