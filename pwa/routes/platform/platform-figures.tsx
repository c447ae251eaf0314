/** The platform's four figures, each with its change if there is a figure to compare with. */

import { Building2, Gift, ScanLine, Users } from 'lucide-react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import type { CachedCallState } from '#pwa/session/use-cached-call.ts'
import { formatCount } from '#pwa/texts/format.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Card } from '#pwa/ui/card.tsx'
import { StatCard } from '#pwa/ui/stat-card.tsx'

const figures = [
  { name: 'totalTenants', icon: <Building2 /> },
  { name: 'totalCustomers', icon: <Users /> },
  { name: 'totalScans', icon: <ScanLine /> },
  { name: 'rewardsRedeemed', icon: <Gift /> },
] as const

export function PlatformFigures({ stats }: { stats: CachedCallState<'admin.stats'> }) {
  const { data: counted, error } = stats
  const problem = <LoadProblem of={stats} />
  if (error !== undefined && !counted) return <Card>{problem}</Card>
  return (
    <>
      {problem}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-3 sm:gap-4 lg:grid-cols-4">
        {figures.map(({ name, icon }) => (
          <StatCard
            key={name}
            label={platformTexts.figures[name]}
            icon={icon}
            value={counted && formatCount(counted[name])}
            trendPercent={counted?.trends[name] ?? null}
          />
        ))}
      </div>
      <p className="-mt-3 text-ink-soft text-sm">{platformTexts.trendsMean}</p>
    </>
  )
}
