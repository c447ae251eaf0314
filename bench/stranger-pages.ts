/** The pages that a crowd opens (stranger.ts): what the server writes for browsers without an account. */
export const pages = {
  'the landing page': { method: 'GET', path: '/' },
  'a sign-up page': { method: 'GET', path: '/customer-signup/:code' },
  'a form without scripts': { method: 'POST', path: '/signup/:code' },
  'a customer’s page': { method: 'GET', path: '/customer/:customerId' },
} as const
export type PageName = keyof typeof pages
