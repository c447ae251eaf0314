/** A placeholder for loading content; appears only after 200 ms. */
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('appear-late block max-w-full rounded-md bg-line/75', className)}
    />
  )
}
