/**
 * The first people of an installation: the super admin, and outside production the demo business
 * with its sign-ins. What is there already is left alone.
 */
import { randomBytes } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { account } from '#schema/database/account.ts'
import { installation } from '#schema/database/installation.ts'
import { qrCode } from '#schema/database/qr-code.ts'
import { createAccount } from '#sync-server/accounts/account.ts'
import type { Server } from '#sync-server/server.ts'
import { demoBusinessId, demoBusinessName, seedDemoBusiness } from './demo-business.ts'
import { keepSignIns, readSignIns, type SignIn } from './sign-ins.ts'

export interface Seeded {
  /** Made at this start: shown once. */
  superAdmin: SignIn | null
  /** Of the demo business, shown at every start; empty in production. */
  demo: SignIn[]
  demoBusiness: string | null
  signUpCode: string | null
}

export async function seed(server: Server): Promise<Seeded> {
  const superAdmin = await seedSuperAdmin(server)
  if (!server.config.seedDemo) {
    return { superAdmin, demo: [], demoBusiness: null, signUpCode: null }
  }
  const businessId = await seedDemoOnce(server)
  return {
    superAdmin,
    demo: readSignIns(server.config.dataDir),
    demoBusiness: demoBusinessName,
    signUpCode: await findSignUpCode(server, businessId),
  }
}

async function seedSuperAdmin(server: Server): Promise<SignIn | null> {
  const given = server.config.superAdmin
  const signIn = given ?? { email: 'admin@regulars.example', password: newPassword() }
  return server.doors.platform(async (db) => {
    const [existing] = await db
      .select({ id: account.id })
      .from(account)
      .where(eq(account.role, 'super_admin'))
      .limit(1)
    if (existing) return null
    await createAccount(
      db,
      { ...signIn, firstName: 'Super', lastName: 'Admin', role: 'super_admin', businessId: null },
      server.clock.now(),
    )
    return given ? null : { ...signIn, role: 'Super admin' }
  })
}

/** The demo is made once: removing it later does not bring it back. */
async function seedDemoOnce(server: Server): Promise<string> {
  const [row] = await server.doors.platform((db) => db.select().from(installation))
  if (!row?.demoSeededAt) await seedDemo(server)
  return demoBusinessId(server)
}

async function findSignUpCode(server: Server, businessId: string): Promise<string | null> {
  const [row] = await server.doors.tenant(businessId, (tenant) =>
    tenant.db
      .select({ code: qrCode.code })
      .from(qrCode)
      .where(and(eq(qrCode.businessId, businessId), eq(qrCode.isActive, true)))
      .orderBy(asc(qrCode.createdAt), asc(qrCode.name))
      .limit(1),
  )
  return row?.code ?? null
}

function newPassword(): string {
  return `${randomBytes(9).toString('base64url')}-Aa1`
}

async function seedDemo(server: Server): Promise<void> {
  const businessId = await seedDemoBusiness(server)
  const people = [
    {
      firstName: 'Marisol',
      lastName: 'Vance',
      email: 'owner@lanternhouse.example',
      role: 'business_admin',
    },
    { firstName: 'Theo', lastName: 'Lindgren', email: 'staff@lanternhouse.example', role: 'staff' },
  ] as const
  const signIns = people.map((person) => ({ ...person, password: newPassword() }))
  keepSignIns(
    server.config.dataDir,
    signIns.map(({ email, password, role }) => ({
      email,
      password,
      role: role === 'staff' ? 'Staff' : 'Owner',
    })),
  )
  await server.doors.platform(async (db) => {
    for (const person of signIns) {
      await createAccount(db, { ...person, businessId }, server.clock.now())
    }
    await db.update(installation).set({ demoSeededAt: server.clock.now() })
  })
}
