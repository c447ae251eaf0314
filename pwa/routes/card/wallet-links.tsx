/** Links that add the card to this phone's wallet, if the operator has configured the keys. */
import { Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callAsMember } from '#pwa/api/member-call.ts'
import { cardTexts } from '#pwa/texts/card.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import type { Wallets } from '#schema/contract/wallet.ts'

export function WalletLinks({ customerId }: { customerId: string }) {
  const [wallets, setWallets] = useState<Wallets>({ google: null, apple: null })
  useEffect(() => {
    // If the call fails, there are no links to offer.
    callAsMember('customer.wallets', { params: { customerId } })
      .then(setWallets)
      .catch(() => {})
  }, [customerId])
  const links = [
    { address: wallets.google, label: cardTexts.googleWallet },
    { address: wallets.apple, label: cardTexts.appleWallet },
  ]
  if (links.every(({ address }) => address === null)) return null
  return (
    <section aria-label={cardTexts.wallets} className="flex flex-wrap gap-3">
      {links.map(
        ({ address, label }) =>
          address !== null && (
            <a key={label} href={address} className={buttonClass('secondary', 'lg')}>
              <Wallet size={18} aria-hidden="true" />
              <span>{label}</span>
            </a>
          ),
      )}
    </section>
  )
}
