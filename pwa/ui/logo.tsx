/** The product's own mark. */
export function Logo({ word = true }: { word?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 64 64" className="size-8 shrink-0" role="img" aria-label="Regulars">
        <rect width="64" height="64" rx="16" className="fill-accent" />
        <path
          d="M20 47V17h14.5C41.4 17 46 21 46 27.2c0 4.9-2.9 8.3-7.4 9.6L47 47h-8.6l-7.6-9.4H27V47Zm7-15.2h6.7c3.3 0 5.3-1.6 5.3-4.4s-2-4.4-5.3-4.4H27Z"
          className="fill-on-accent"
        />
        <circle cx="49" cy="15" r="5" fill="#e9a23b" />
      </svg>
      {word && (
        <span aria-hidden="true" className="font-bold text-lg tracking-tight">
          Regulars
        </span>
      )}
    </span>
  )
}
