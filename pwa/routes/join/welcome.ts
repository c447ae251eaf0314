/** What a new member gets, in the specification's words and the business's own figures. */
import { formatNumber } from '#pwa/ui/format.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'

type Welcome = SignUpLookup['welcome']

/** spec.md §2: 'Get 100 welcome points and a 10% discount when you sign up!' */
export function welcomeSentence({ points, discountPercent }: Welcome): string {
  const gifts = [
    points > 0 && `${formatNumber(points)} welcome ${points === 1 ? 'point' : 'points'}`,
    discountPercent > 0 && `${articleFor(discountPercent)} ${discountPercent}% discount`,
  ].filter(Boolean)
  if (gifts.length === 0) return 'Earn points on every purchase when you sign up!'
  return `Get ${gifts.join(' and ')} when you sign up!`
}

/** 'an 8% discount', 'a 10% discount' */
function articleFor(number: number): 'a' | 'an' {
  return /^(8|11$|11\.|18$|18\.)/.test(String(number)) ? 'an' : 'a'
}

export function welcomePerks({ points, discountPercent }: Welcome): string[] {
  return [
    points > 0 && `${formatNumber(points)} welcome ${points === 1 ? 'point' : 'points'}`,
    discountPercent > 0 && `${discountPercent}% discount coupon`,
    'Earn points on every purchase',
    'Exclusive member rewards',
  ].filter((perk) => perk !== false)
}
