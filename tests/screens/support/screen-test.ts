/**
 * The fixtures of screen tests: a server and a business for each file, and a browser without a
 * session. After each test axe checks the screen that it ended on.
 */
import { configure } from '@testing-library/dom'
import { test as base } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { forgetTries } from '#tests/support/people.ts'
import { addAccount, createTestBusiness, startTestServer } from '#tests/support/server.ts'
import { expectAccessible } from './accessible.ts'
import { forgetSaved, leave, network } from './browser.ts'

export { expect } from 'vitest'

configure({
  // Time for a busy machine.
  asyncUtilTimeout: 20_000,
  getElementError(message) {
    const sentence = message?.split('\n')[0]
    const error = new Error(`${sentence} The screen says: ${document.body.textContent}`)
    // With this name the error gets the test's stack.
    error.name = 'TestingLibraryElementError'
    return error
  },
})

const members = 60

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from here.
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startTestServer()
    onCleanup(() => server.close())
    network.url = server.url
    await forgetSaved()
    return server
  })
  /** With members, like most businesses. */
  .extend('shop', { scope: 'file' }, async ({ server }) => {
    const shop = await createTestBusiness(server)
    await fillCustomers(server, shop.businessId, members)
    return shop
  })
  .extend('superAdmin', { scope: 'file' }, async ({ server }) => {
    const email = `admin-${newId()}@example.com`
    const person = { email, firstName: 'Super', lastName: 'Admin', businessId: null }
    await server.server.doors.platform((db) =>
      addAccount(db, { ...person, role: 'super_admin' }, server.server.clock.now()),
    )
    return email
  })
  .extend('browser', { auto: true }, async ({ server }, { onCleanup }) => {
    await forgetTries(server)
    onCleanup(() => expectAccessible().finally(leave))
  })
