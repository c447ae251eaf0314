/** One form on a calm page: login, sign-up, codes. */
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

interface AuthLayoutProps {
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

export function AuthLayout({ title, description, children, footer }: AuthLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-10 sm:justify-center sm:py-16">
      <a href="/" className="mb-8 rounded-md text-ink no-underline">
        <Logo />
      </a>
      <main className="w-full max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        {description && <p className="mt-1.5 text-ink-soft">{description}</p>}
        <div className="mt-6">{children}</div>
      </main>
      {footer && <div className="mt-6 text-center text-ink-soft text-sm">{footer}</div>}
    </div>
  )
}
