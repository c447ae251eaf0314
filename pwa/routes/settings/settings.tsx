/** All settings of a business on one page, each with a description. */
import { Link, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { settingPlaces } from '#pwa/routes/frame/places.ts'
import { useSession } from '#pwa/session/session.ts'
import { settingsTexts as texts } from '#pwa/texts/settings.ts'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { mayDo } from '#schema/contract/permission.ts'
import { ExportEverything } from './export-everything.tsx'

export function SettingsScreen() {
  const { routesByPath } = useRouter()
  const { business } = useBusiness()
  const user = useSession((session) => (session.state === 'signedIn' ? session.user : null))
  if (!user) return null
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Card flush>
        <ul className="divide-y divide-line">
          {settingPlaces(routesByPath, user.role, business?.features).map(
            ({ to, label, hint, Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-16 items-center gap-4 px-5 py-3 text-ink no-underline hover:bg-sunken/50"
                >
                  <Icon size={20} aria-hidden="true" className="shrink-0 text-brand-text" />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{label}</span>
                    <span className="block text-ink-soft text-sm">{hint}</span>
                  </span>
                  <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-faint" />
                </Link>
              </li>
            ),
          )}
        </ul>
      </Card>
      {user.businessId && mayDo(user, 'business.export') && (
        <ExportEverything businessId={user.businessId} />
      )}
    </>
  )
}
