/** A person's photo or initials. */
import { classNames } from './class-names.ts'

interface AvatarProps {
  name: string
  imageUrl?: string | null
  size?: 'sm' | 'md' | 'lg'
}

const sizes = { sm: 'size-9 text-xs', md: 'size-11 text-sm', lg: 'size-24 text-2xl' }

export function Avatar({ name, imageUrl, size = 'sm' }: AvatarProps) {
  const className = classNames('shrink-0 rounded-full', sizes[size])
  if (imageUrl)
    return <img src={imageUrl} alt="" className={classNames(className, 'object-cover')} />
  return (
    <span
      aria-hidden="true"
      className={classNames(
        className,
        'inline-flex items-center justify-center bg-accent-soft font-semibold text-on-accent-soft',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
