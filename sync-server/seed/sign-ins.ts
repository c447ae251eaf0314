/**
 * Generated sign-ins, stored beside the data in files that only their owner can read: the demo's,
 * so every start can show them, and in production the first super admin's, which must not appear in
 * a log.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from '#sync-server/private-file.ts'

export interface SignIn {
  role: string
  email: string
  password: string
}

export function newPassword(): string {
  return `${randomBytes(9).toString('base64url')}-Aa1`
}

const demoFile = 'demo-sign-ins.json'
const superAdminFile = 'super-admin-sign-in.json'

export function keepDemoSignIns(dataDir: string, signIns: SignIn[]): void {
  keep(dataDir, demoFile, signIns)
}

/** @returns the file's path */
export function keepSuperAdminSignIn(dataDir: string, signIn: SignIn): string {
  return keep(dataDir, superAdminFile, signIn)
}

function keep(dataDir: string, name: string, content: object): string {
  const path = join(dataDir, name)
  // With an external database and secret, the folder doesn't exist yet.
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  return path
}

export function readDemoSignIns(dataDir: string): SignIn[] {
  const text = readIfPresent(join(dataDir, demoFile))
  return text ? (JSON.parse(text) as SignIn[]) : []
}
