/** A page with a single form: login, sign-up, codes. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'

interface AuthLayoutProps {
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

export function AuthLayout({ title, description, children, footer }: AuthLayoutProps) {
  return (
    <div className="page-end flex min-h-dvh flex-col items-center px-4 py-8 sm:justify-center sm:py-16">
      <header className="mb-7">
        <Link to="/" className="block rounded-md text-ink no-underline">
          <Logo size="lg" />
        </Link>
      </header>
      <main className="w-full max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
        {description && <p className="mt-1.5 text-ink-soft">{description}</p>}
        <div className="mt-6">{children}</div>
      </main>
      <footer className="mt-6 flex flex-col items-center gap-2 text-center text-ink-soft text-sm">
        {footer && <div>{footer}</div>}
        <LanguageSwitch />
      </footer>
    </div>
  )
}
