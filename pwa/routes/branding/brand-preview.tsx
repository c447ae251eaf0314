/** Previews what customers will see with an unsaved name, logo and colors. */
import { QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { currentLanguage } from '#pwa/texts/language.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { BrandColors } from '#schema/contract/branding.ts'
import { welcomeMail } from '#schema/contract/welcome-mail.ts'

interface BrandPreviewProps {
  name: string
  logoUrl: string | null
  colors: BrandColors
}

export function BrandPreview({ name, logoUrl, colors }: BrandPreviewProps) {
  const head = <Head name={name} logoUrl={logoUrl} ring="ring-2 ring-on-brand/35" />
  const mail = welcomeMail[currentLanguage()]
  const button = 'mt-3 self-start rounded-md bg-brand px-3 py-2 font-semibold text-on-brand text-sm'
  return (
    <Card title={brandingTexts.preview}>
      <BrandScope colors={colors} className="grid gap-5 sm:grid-cols-2">
        <Shown label={brandingTexts.previews.signUp}>
          <div className="brand-gradient flex flex-col gap-3 border-brand-accent border-t-4 p-4 pb-10 text-on-brand">
            {head}
            <p className="font-bold text-lg leading-tight">{brandingTexts.joinHeadline}</p>
          </div>
          <div className="-mt-6 mx-3 mb-3 flex flex-col rounded-md border border-line bg-surface p-3">
            <span className="h-3 w-24 rounded-sm bg-sunken" />
            <span className="mt-1.5 h-8 rounded-md border border-line" />
            <span className={button}>{brandingTexts.joinButton}</span>
          </div>
        </Shown>
        <Shown label={brandingTexts.previews.card}>
          <div className="brand-gradient flex flex-col gap-4 border-brand-accent border-t-4 p-4 text-on-brand">
            {head}
            <p className="text-sm">
              {brandingTexts.sampleBalance}
              <span className="block font-bold text-3xl tabular-nums">240</span>
            </p>
          </div>
          <div className="flex justify-center bg-white p-4 text-black">
            <QrCode size={84} aria-hidden="true" />
          </div>
        </Shown>
        <Shown label={brandingTexts.previews.mail}>
          <div className="flex flex-col gap-3 bg-paper p-4">
            <Head name={name} logoUrl={logoUrl} ring="" />
            <div className="flex flex-col rounded-md border border-line border-t-4 border-t-brand-accent bg-surface p-3">
              <p className="font-bold">{mail.heading(name)}</p>
              <span className="mt-2 h-3 w-full rounded-sm bg-sunken" />
              <span className={button}>{mail.button}</span>
            </div>
          </div>
        </Shown>
        <Shown label={brandingTexts.previews.qr}>
          <div className="brand-gradient flex flex-col items-center gap-3 border-brand-accent border-t-4 p-4 text-on-brand">
            {head}
            <span className="rounded-md bg-white p-3 text-black">
              <QrCode size={84} aria-hidden="true" />
            </span>
            <p className="font-semibold">{brandingTexts.scanToJoin}</p>
          </div>
        </Shown>
        <Shown label={brandingTexts.previews.icon}>
          <div className="flex items-center gap-4 bg-paper p-4">
            <BrandMark name={name} logoUrl={logoUrl} size="lg" />
            <BrandMark name={name} logoUrl={logoUrl} size="sm" />
          </div>
        </Shown>
      </BrandScope>
    </Card>
  )
}

interface HeadProps {
  name: string
  logoUrl: string | null
  /** The classes of the line around the logo. */
  ring: string
}

function Head({ name, logoUrl, ring }: HeadProps) {
  return (
    <span className="flex items-center gap-2.5">
      <span className={`flex rounded-md ${ring}`}>
        <BrandMark name={name} logoUrl={logoUrl} size="sm" />
      </span>
      <bdi
        translate="no"
        className="wrap-anywhere line-clamp-2 font-semibold text-sm leading-tight"
      >
        {name}
      </bdi>
    </span>
  )
}

function Shown({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div className="overflow-clip rounded-lg border border-line forced-color-adjust-none">
        {children}
      </div>
      <figcaption className="mt-1.5 text-ink-faint text-sm">{label}</figcaption>
    </figure>
  )
}
