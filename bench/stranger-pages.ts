/** Paths outside of the API catalog that a crowd opens (stranger.ts), as a browser does. */
export const pages = {
  'the landing page': { method: 'GET', path: '/' },
  'the app’s page': { method: 'GET', path: '/login' },
  'a file of the app': { method: 'GET', path: '/theme.js' },
  'the API reference': { method: 'GET', path: '/api/docs' },
  'the OpenAPI document': { method: 'GET', path: '/api/docs/openapi.json' },
  readiness: { method: 'GET', path: '/readyz' },
  'an unknown call': { method: 'GET', path: '/api/nothing' },
  'a sign-up page': { method: 'GET', path: '/customer-signup/:code' },
  'a form without scripts': { method: 'POST', path: '/signup/:code' },
  'a customer’s page': { method: 'GET', path: '/customer/:customerId' },
} as const
export type PageName = keyof typeof pages
