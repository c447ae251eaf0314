/**
 * PINs that attackers try first: published lists of leaked six-digit codes start with runs,
 * repetitions, doubled digits, months of a year and patterns on the number pad.
 */
const repeated = /^(\d{1,3})\1+$/
const doubled = /^(\d)\1(\d)\2(\d)\3$/
const tripled = /^(\d)\1\1(\d)\2\2$/
const monthOfYear = /^(19|20)\d\d(0[1-9]|1[0-2])$/

/** Pad columns and diagonals, combined parts of runs, and popular dates and words. */
const known = new Set(
  `147258 258147 258369 369258 147369 369147 741852 852741 852963 963852 741963 963741 147852 258963
   159753 753159 159357 357159 951357 357951 951753 753951 456852 852456 456258 258456 147896 147963
   789456 456789 789123 123789 456123 321654 654321 987654 123654 654123 987321 321987 159263 142536
   415263 162534 135790 135792 246802 102030 203040 100200 200300 101112 111213 101010 123321 321123
   321321 456654 654456 789987 987789 234432 345543 121314 131415 112211 110110 100001 110011 101101
   122333 333221 123400 123455 123450 123459 112358 132435 159159 520131 521521 134679 314520 666888
   888666 168168 246810 200000 100000 123000 202020 696969 420420 007007`.match(/\d{6}/g),
)

export function isGuessable(pin: string): boolean {
  if (isRun([...pin]) || repeated.test(pin) || tripled.test(pin)) return true
  if (doubled.test(pin) && isRun([...pin].filter((_, index) => index % 2 === 0))) return true
  return monthOfYear.test(pin) || known.has(pin)
}

/** Sequences such as 123456, 987654, 890123 and 000000. */
function isRun(digits: readonly string[]): boolean {
  const steps = digits
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10)
  const [step = 5] = steps
  return steps.every((other) => other === step) && [0, 1, 9].includes(step)
}
