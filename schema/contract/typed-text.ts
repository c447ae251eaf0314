/**
 * Normalizes text that people type, paste and scan. Copies from contacts, messengers and documents
 * contain invisible characters, various dashes, and digits of other scripts.
 */

/**
 * Controls, directional marks, zero-width characters and fillers: nothing that is visible on a
 * screen.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const invisibleInName = /[\p{Cc}\p{Cf}]/gu
/** A Braille cell without dots: a symbol to Unicode, and blank on a screen. */
const emptyBraille = '\u2800'
/** Joiners shape the letters of Arabic, Indic and other scripts, and join emoji. */
const joiners = /^[\u200c\u200d]$/
const beforeJoiner = /(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}]$/u
const afterJoiner = /^(?!\p{Script=Latin})[\p{L}\p{Extended_Pictographic}]/u
/** Tabs and line ends in copied text separate words. */
const lineSigns = /[\t-\r\u0085\u2028\u2029]+/g
/** Hyphens, dashes, minus signs, and the long vowel mark that Japanese keyboards type as a dash. */
const dashes = /[\p{Pd}\u02d7\u2043\u2212\u30fc\uff70]/gu
/** The scheme of a link from which a number or an address was copied. */
export const linkScheme = /(^|\s)(?:tel|callto|sms|mailto)\s*:(?:\/\/)?\s*/gi

export function dropInvisible(text: string): string {
  return text.replace(lineSigns, ' ').replace(invisible, '')
}

/** @returns the name without invisible characters, or '' if nothing visible is left */
export function visibleName(text: string): string {
  const name = text.replace(lineSigns, ' ').replace(invisibleInName, keepJoiner).trim()
  return dropInvisible(name).replaceAll(emptyBraille, '').trim() === '' ? '' : name
}

function keepJoiner(sign: string, at: number, whole: string): string {
  const isBetween = beforeJoiner.test(whole.slice(0, at)) && afterJoiner.test(whole.slice(at + 1))
  return joiners.test(sign) && isBetween ? sign : ''
}

/**
 * Full-width characters, dashes, digits and decimal separators of all scripts, as a plain keyboard
 * types them.
 */
export function plainText(text: string): string {
  // Plain ASCII and masked text, the usual cases, skip the normalization.
  if (!/[^ -~•]/.test(text)) return text
  return dropInvisible(text)
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
}

/**
 * Unicode stores each script's digits consecutively from 0 to 9, in ranges that are separate or
 * adjacent.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** A phone number as it looked, without the scheme of a copied link. */
export function visiblePhone(text: string): string {
  return dropInvisible(text).trim().replace(linkScheme, '$1').trim()
}

/** The digits of a code, without spaces or dashes; any other text as a plain keyboard types it. */
export function plainDigits(text: string): string {
  const plain = plainText(text).trim()
  return /^[\d\s-]+$/.test(plain) ? plain.replace(/\D/g, '') : plain
}

/** The letters and digits of a code in any grouping: '‹abcd – efgh›.' → 'ABCDEFGH'. */
export function codeLetters(text: string): string {
  return plainText(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** @returns NaN if the text is not a whole number */
export function readWholeNumber(text: string): number {
  const plain = plainText(text).trim()
  return /^\d+$/.test(plain) ? Number(plain) : Number.NaN
}

/** '+1 (555) 010‑0199' → '15550100199', with dashes and digits of any script. */
export function digitsOf(text: string): string {
  return plainText(text).replace(/\D/g, '')
}
