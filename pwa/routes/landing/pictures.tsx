/** The drawings of the feature cards. They repeat the text, so screen readers skip them. */

import { ArrowRight, Check, Clock, Gift, KeyRound, Percent, ScanLine, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { landingTexts } from '#pwa/texts/landing.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { DrawnQr } from './sample-qr.tsx'
import { flatWhitePoints, sampleCoupon } from './samples.ts'

export function ScanPicture() {
  return (
    <div
      aria-hidden="true"
      className="flex flex-col items-center gap-4 min-[400px]:flex-row sm:gap-6"
    >
      <div className="-rotate-3 w-28 rounded-lg bg-white p-3 shadow-lifted sm:w-36">
        <DrawnQr />
        <p className="mt-2.5 text-center font-semibold text-black text-xs">
          {landingTexts.scanToJoin}
        </p>
      </div>
      <ArrowRight size={22} className="shrink-0 rotate-90 text-ink-faint min-[400px]:rotate-0" />
      <div className="flex gap-2.5 min-[400px]:flex-col max-[340px]:flex-col">
        <Ticket
          icon={<Gift size={18} />}
          title={landingTexts.hundredPoints}
          text={landingTexts.welcome}
        />
        <Ticket
          icon={<Percent size={18} />}
          title={landingTexts.tenOff}
          text={landingTexts.firstVisit}
        />
      </div>
    </div>
  )
}

function Ticket({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-surface py-2.5 pr-5 pl-3 shadow-card">
      <span className="flex size-9 items-center justify-center rounded-md bg-accent-soft text-on-accent-soft">
        {icon}
      </span>
      <span className="whitespace-nowrap text-sm">
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-faint text-xs">{text}</span>
      </span>
    </div>
  )
}

export function CouponPicture() {
  return (
    <div
      aria-hidden="true"
      className="w-full max-w-60 rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex items-center justify-between gap-3 px-4 py-3.5">
        <span>
          <span className="block font-semibold text-sm">{landingTexts.flatWhite}</span>
          <span className="block text-ink-faint text-xs">{landingTexts.cost(flatWhitePoints)}</span>
        </span>
        <Badge tone="success" icon={<Check size={13} />}>
          {landingTexts.ready}
        </Badge>
      </div>
      <div className="relative border-line border-t border-dashed before:absolute before:-top-2 before:-left-2 before:size-4 before:rounded-full before:border before:border-line before:bg-sunken after:absolute after:-top-2 after:-right-2 after:size-4 after:rounded-full after:border after:border-line after:bg-sunken" />
      <p
        translate="no"
        className="whitespace-nowrap py-4 text-center font-mono font-semibold text-base tracking-widest"
      >
        {sampleCoupon}
      </p>
    </div>
  )
}

const bars = [34, 42, 38, 55, 47, 62, 58, 74, 66, 82, 71, 94].map((height, place) => ({
  height,
  x: place * 20 + 2,
}))

export function AnalyticsPicture() {
  return (
    <div aria-hidden="true" className="w-full max-w-64">
      <p className="flex items-center justify-between text-sm">
        <span className="text-ink-soft">{landingTexts.scans30}</span>
        <Badge tone="success">+18%</Badge>
      </p>
      <svg viewBox="0 0 240 110" aria-hidden="true" className="mt-4 w-full">
        {bars.map(({ height, x }) => (
          <rect
            key={x}
            x={x}
            y={108 - height}
            width="14"
            height={height}
            rx="4"
            className={height === 94 ? 'fill-spark' : 'fill-chart-1'}
          />
        ))}
        <path d="M0 109.5h240" className="stroke-line" strokeWidth="1" />
      </svg>
    </div>
  )
}

export function OfflinePicture() {
  const rows = [
    { text: landingTexts.pictureSignedUpName('Theo'), state: 'saved' },
    { text: landingTexts.picturePurchase('$12.50'), state: 'sending' },
    { text: landingTexts.picturePurchase('$7.00'), state: 'waiting' },
  ] as const
  return (
    <ul
      aria-hidden="true"
      className="w-full max-w-80 divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-card"
    >
      {rows.map(({ text, state }) => (
        <li key={text} className="flex items-center justify-between gap-4 py-3 text-sm">
          <span className="flex items-center gap-2.5">
            <Clock size={15} className="text-ink-faint" />
            <span>{text}</span>
          </span>
          <SyncBadge state={state} />
        </li>
      ))}
    </ul>
  )
}

export function RolesPicture() {
  const roles = [
    { name: 'Rosa Conti', role: landingTexts.owner, sees: landingTexts.ownerSees, Icon: Store },
    { name: 'Jo Park', role: landingTexts.staff, sees: landingTexts.staffSees, Icon: ScanLine },
    {
      name: 'Maya Lindqvist',
      role: landingTexts.customer,
      sees: landingTexts.customerSees,
      Icon: KeyRound,
    },
  ]
  return (
    <ul
      aria-hidden="true"
      className="w-full max-w-80 divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-card"
    >
      {roles.map(({ name, role, sees, Icon }) => (
        <li key={name} className="flex items-center gap-3 py-2.5 text-sm">
          <Avatar name={name} />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{role}</span>
            <span className="block truncate text-ink-faint text-xs">{sees}</span>
          </span>
          <Icon size={17} className="text-ink-faint" />
        </li>
      ))}
    </ul>
  )
}
