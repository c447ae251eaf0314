/**
 * Stores passwords as argon2id digests, at most four computed at once, so that a burst of sign-ins
 * leaves processor time for everyone else. An unknown address costs the same digest as a known one
 * (docs/trust.md 2 and 3). Refuses passwords that attackers try first (docs/trust.md 1).
 */
import { hash, argon2id as kind, needsRehash, verify } from 'argon2'
import { limitConcurrency } from '#sync-server/concurrency-limit.ts'
import { refuse, refuseBusy } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { type: kind, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** @throws Refusal unavailable when the queue is full */
const inTurn = limitConcurrency({
  atOnce: serverLimits.hashesAtOnce,
  waitingMax: serverLimits.hashesWaiting,
  refuse: refuseBusy,
})

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Matches no password; we verify against it when the address is unknown. */
export const decoyDigest =
  '$argon2id$v=19$m=19456,t=2,p=1$oSQllGk/Varp6v9A71Fs3Q$P/h393J9czDt2opb/hV/oIIuxjDf5vz8H4megg+b0WI'

/**
 * @param digest null if there is no account: takes as long and never matches
 * @param isKnown true for a known device or session, which goes ahead of strangers in the queue
 */
export async function isPassword(
  password: string,
  digest: string | null,
  isKnown = false,
): Promise<boolean> {
  const compare = () => verify(digest ?? decoyDigest, password)
  const right = await inTurn(compare, isKnown ? 'first' : 'rest')
  return digest !== null && right
}

export function isOutdated(digest: string): boolean {
  return needsRehash(digest, parameters)
}

/** @throws Refusal validation_failed for a guessable password */
export function refuseGuessable(password: string, field: string): void {
  if (!isGuessable(password)) return
  const message = 'That password is too common. Choose a different one.'
  refuse('validation_failed', { message, errors: [{ field, message }] })
}

const words = new Set(
  `password passwort passwd passcode pass access admin administrator root login logmein user guest
  test testing tester master super superman batman spiderman ironman welcome hello hallo hola bonjour
  goodbye letmein secret geheim private default changeme change temporary temppass qwerty qwertz azerty
  asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qwer qwert qwertyuiop poiuytrewq
  iloveyou ilove loveyou loveme lovely love lover sweetheart honey darling baby babygirl babyboy princess
  prince queen king angel devil heaven hell jesus christ god blessed faith hope grace trinity
  monkey dragon tiger lion eagle falcon phoenix panther wolf bear shark dolphin butterfly kitten kitty
  puppy doggy buster bailey charlie max bella lucky shadow hunter ranger killer ninja samurai pirate
  sunshine rainbow summer winter spring autumn january february march april june july august september
  october november december monday tuesday wednesday thursday friday saturday sunday flower rose lily
  daisy jasmine orange banana apple cherry strawberry peach cookie chocolate candy sugar pepper ginger
  coffee pizza cheese football soccer baseball basketball hockey tennis golf fishing yankees cowboys
  lakers eagles steelers raiders redsox chelsea arsenal liverpool barcelona juventus michael jordan
  jennifer jessica ashley amanda nicole michelle daniel matthew andrew joshua anthony robert thomas
  william george david james john joseph chris christopher alexander alex samantha elizabeth sarah maria
  anna laura emily hannah olivia sophie lauren victoria patrick richard steven brandon justin ryan
  kevin jason martin peter paul mark starwars pokemon naruto minecraft fortnite mustang ferrari porsche
  mercedes corvette harley yamaha honda toyota camaro computer internet samsung iphone android google
  facebook twitter instagram youtube linkedin microsoft windows network server database system security
  company business office service customer loyalty regulars rewards points coupon coupons shop store
  cafe bakery restaurant freedom forever friends family mother father mommy daddy money cash dollar
  rockstar guitar music purple yellow silver golden diamond crystal trustno whatever nothing something
  america american canada london paris berlin madrid texas florida california boston chicago dallas
  abc abcd abcdef abcdefg aaa qwe asd zxc matrix hacker passport`.split(/\s+/),
)

const walks = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
]
const bothWays = walks.flatMap((walk) => [walk, [...walk].reverse().join('')])

const spellings: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Passwords that satisfy the password rules and that attackers try first follow few patterns: a
 * well-known word in any case and spelling ("P@ssw0rd"), alone, doubled, or with a short or regular
 * number or sign around it ("Sunshine2024!"), and keyboard walks. 320 words in some 12,000 forms each
 * cover three million passwords, including the 3,000 most common ones that the rules would allow.
 */
export function isGuessable(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (isRegular(text) || isRegular(text.replace(/[^\p{L}\p{N}]/gu, ''))) return true
  return [text, unspell(text)].some((spelled) => isWordWithTrimmings(spelled))
}

/** A listed word, once or twice, surrounded only by guessable numbers and signs. */
function isWordWithTrimmings(text: string): boolean {
  const [, before = '', middle = '', after = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(text) ?? []
  if (!isTrimming(before) || !isTrimming(after)) return false
  const letters = unspell(middle)
  const half = letters.slice(0, letters.length / 2)
  return isRegular(middle) || words.has(letters) || (half + half === letters && words.has(half))
}

function isTrimming(text: string): boolean {
  if (text.length <= 4) return true
  const digits = text.replace(/\D/g, '')
  const isDate = /^(\d{0,4}(19|20)\d\d|\d{6})$/.test(digits)
  return text.length - digits.length <= 2 && (isDate || isRegular(digits) || digits.length <= 4)
}

/** A repeated character, a repeated group of up to four, or a keyboard walk. */
function isRegular(text: string): boolean {
  if (text.length < 3) return true
  if (/^(.{1,4}?)\1+$/su.test(text)) return true
  return bothWays.some((walk) => walk.includes(text))
}

function unspell(text: string): string {
  return text.replace(/[@4310!$57]/g, (sign) => spellings[sign] ?? sign)
}
