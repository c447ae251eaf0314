/** The product's logo: an R whose counter is a dot. */
import { classNames } from './class-names.ts'

interface LogoProps {
  /** `phone`: the word is hidden on the narrowest screens. */
  word?: boolean | 'phone'
  size?: 'md' | 'lg'
}

export function Logo({ word = true, size = 'md' }: LogoProps) {
  return (
    <span className={classNames('inline-flex items-center', size === 'lg' ? 'gap-3' : 'gap-2.5')}>
      <svg
        viewBox="0 0 64 64"
        className={classNames('shrink-0', size === 'lg' ? 'size-11' : 'size-8')}
        role="img"
        aria-label="Regulars"
      >
        <rect width="64" height="64" rx="17" className="fill-mark" />
        <path
          d="M16 12h19.5a15.5 15.5 0 0 1 6.3 29.66L50 53H38.6l-7.2-10.4H25.4V53H16z"
          className="fill-white"
        />
        <circle cx="34" cy="27.5" r="9" className="fill-mark" />
        <circle cx="34" cy="27.5" r="6.5" className="fill-spark" />
      </svg>
      {word && (
        <span
          aria-hidden="true"
          className={classNames(
            'font-bold tracking-tight',
            size === 'lg' ? 'text-2xl' : 'text-[1.1875rem]',
            word === 'phone' && 'max-[359px]:hidden',
          )}
        >
          Regulars
        </span>
      )}
    </span>
  )
}
