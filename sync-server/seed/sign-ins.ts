/**
 * The demo's sign-ins, random for each installation, kept beside the data so that every start can
 * show them. Development only.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from '#sync-server/database/private-file.ts'

export interface SignIn {
  role: string
  email: string
  password: string
}

const fileOf = (dataDir: string) => join(dataDir, 'demo-sign-ins.json')

export function keepSignIns(dataDir: string, signIns: SignIn[]): void {
  writeFileSync(fileOf(dataDir), `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 })
}

export function readSignIns(dataDir: string): SignIn[] {
  const text = readIfPresent(fileOf(dataDir))
  return text ? (JSON.parse(text) as SignIn[]) : []
}
