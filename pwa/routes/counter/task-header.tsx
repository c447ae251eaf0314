/** The header of a counter task: a back button and the title. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'

interface TaskHeaderProps {
  title: string
  back?: string
  onBack: () => void
  children: ReactNode
}

export function TaskHeader({ title, back = texts.back, onBack, children }: TaskHeaderProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 [@media(max-height:40rem)]:gap-2">
      <header className="flex items-center gap-3">
        <Button look="ghost" size="icon" className="size-12" aria-label={back} onClick={onBack}>
          <ArrowLeft size={22} aria-hidden="true" />
        </Button>
        <h2 className="font-semibold text-xl">{title}</h2>
      </header>
      {children}
    </section>
  )
}
