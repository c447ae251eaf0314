/** Today's figures beside those of the same day a week ago, for owners. Works offline. */
import { serverNow } from '#pwa/api/server-clock.ts'
import { type DayFigures, useToday } from '#pwa/loyalty/today.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatMoney, formatNumber, formatWeekday } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'

const figures = ['purchases', 'sales', 'newMembers', 'rewards'] as const

/** @param isWhole whether the first sync is complete */
export function TodayCard({ isWhole }: { isWhole: boolean }) {
  const { today, lastWeek, loading } = useToday()
  const isKnown = isWhole && !loading
  return (
    <div className="mb-4">
      <Card
        title={businessTexts.today}
        {...(isKnown && { description: businessTexts.todaySentence(today) })}
      >
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-x-4 gap-y-4 sm:grid-cols-4 md:grid-cols-2 lg:grid-cols-4">
          {figures.map((name) => (
            <div key={name} className="min-w-0">
              <dt className="text-ink-soft text-sm">{businessTexts.todayFigures[name]}</dt>
              <dd className="mt-0.5">
                {isKnown ? (
                  <>
                    <span
                      translate="no"
                      className="block font-semibold text-2xl tabular-nums tracking-tight"
                    >
                      {shown(name, today)}
                    </span>
                    {lastWeek && (
                      <span className="text-ink-faint text-sm tabular-nums">
                        {businessTexts.lastWeekday(
                          shown(name, lastWeek),
                          formatWeekday(new Date(serverNow())),
                        )}
                      </span>
                    )}
                  </>
                ) : (
                  <Skeleton className="mt-1 h-7 w-16" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

function shown(name: (typeof figures)[number], day: DayFigures): string {
  return name === 'sales' ? formatMoney(day.sales) : formatNumber(day[name])
}
