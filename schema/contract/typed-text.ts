/** Text that people type, paste or dictate: it may carry characters that nobody sees. */

/**
 * Format characters, directional marks, zero-width spaces, variation selectors, and control
 * characters that are not white space.
 */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu

export function dropInvisible(text: string): string {
  return text.replace(invisible, '')
}
