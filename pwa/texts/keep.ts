/**
 * Marks a name, a code or an amount in a sentence, which browsers' translation must not change. The
 * marks are Unicode's isolates (UAX #9) and never reach the page: `KeptWords` makes elements of them.
 */
export const keep = (words: string) => `\u2068${words.replace(/[\u2068\u2069]/g, '')}\u2069`
