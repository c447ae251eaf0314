/**
 * An installation's first people: the super admin, and outside production the demo business with
 * its sign-ins. Existing ones stay unchanged.
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import { account } from '#schema/database/account.ts'
import { installation } from '#schema/database/installation.ts'
import { qrCode } from '#schema/database/qr-code.ts'
import { createAccount, findAccount } from '#sync-server/accounts/account.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Server } from '#sync-server/server.ts'
import { demoBusinessId, seedDemoBusiness } from './demo-business.ts'
import { demoBusinessName } from './demo-people.ts'
import {
  keepDemoSignIns,
  keepSuperAdminSignIn,
  newPassword,
  readDemoSignIns,
  type SignIn,
} from './sign-ins.ts'

export interface Seeded {
  /** Generated at this start and shown once. */
  superAdmin: SignIn | null
  /** The file that holds it in production, where printed text ends up in a log. */
  superAdminFile: string | null
  /** SUPER_ADMIN_EMAIL names someone other than the existing super admin. */
  superAdminIgnored: boolean
  /** The demo business's sign-ins, shown at every start; empty in production. */
  demo: SignIn[]
  demoBusiness: string | null
  signUpCode: string | null
}

export async function seed(server: Server): Promise<Seeded> {
  const admin = await seedSuperAdmin(server)
  if (!server.config.seedDemo) {
    return { ...admin, demo: [], demoBusiness: null, signUpCode: null }
  }
  const businessId = await seedDemoOnce(server)
  return {
    ...admin,
    demo: readDemoSignIns(server.config.dataDir),
    demoBusiness: demoBusinessName,
    signUpCode: await findSignUpCode(server, businessId),
  }
}

type SeededAdmin = Pick<Seeded, 'superAdmin' | 'superAdminFile' | 'superAdminIgnored'>

async function seedSuperAdmin(server: Server): Promise<SeededAdmin> {
  const { superAdmin: given, production, dataDir } = server.config
  const signIn = given ?? { email: 'admin@regulars.example', password: newPassword() }
  const mustKeep = production && !given
  let file: string | null = null
  const outcome = await server.doors.platform(async (db) => {
    await takeTurn(db)
    const [existing] = await db
      .select({ id: account.id })
      .from(account)
      .where(eq(account.role, 'super_admin'))
      .limit(1)
    if (existing) {
      const named = given && (await findAccount(db, given.email))
      return { made: false, ignored: given !== undefined && named?.role !== 'super_admin' }
    }
    if (mustKeep) file = keepSuperAdminSignIn(dataDir, { ...signIn, role: 'Super admin' })
    await createAccount(
      db,
      { ...signIn, firstName: 'Super', lastName: 'Admin', role: 'super_admin', businessId: null },
      server.clock.now(),
    )
    return { made: true, ignored: false }
  })
  const isShown = outcome.made && !given && !production
  return {
    superAdmin: isShown ? { ...signIn, role: 'Super admin' } : null,
    superAdminFile: file,
    superAdminIgnored: outcome.ignored,
  }
}

const turnKey = 7_348_277

/**
 * Serializes servers that start together for the first time, so that everything is created once.
 */
async function takeTurn(db: Transaction): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${turnKey})`)
}

/** Seeds the demo only once: after its removal it doesn't come back. */
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
  await server.doors.platform(async (db) => {
    await takeTurn(db)
    const [row] = await db.select().from(installation)
    if (row?.demoSeededAt) return
    // Write the file first: if this start is killed here, the next one generates new sign-ins.
    keepDemoSignIns(
      server.config.dataDir,
      signIns.map(({ email, password, role }) => ({
        email,
        password,
        role: role === 'staff' ? 'Staff' : 'Owner',
      })),
    )
    for (const person of signIns) {
      await createAccount(db, { ...person, businessId }, server.clock.now())
    }
    await db.update(installation).set({ demoSeededAt: server.clock.now() })
  })
}
