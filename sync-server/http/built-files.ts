/**
 * Serves the built app's files from memory: a page requests dozens, and replacing the build on disk
 * doesn't affect a running server.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { makeReady, type ReadyAnswer } from './ready-answer.ts'

/** Compressed at build time (build/compress-files.ts). */
const compressed = /\.(br|gz)$/
/** Excludes the server-side page renderer and hidden files such as the build's stamp. */
const isServed = (name: string) => !/^(server(\/|$)|\.)/.test(name) && !compressed.test(name)

/** @returns answers by path */
export function readBuiltFiles(distFolder: string): ReadonlyMap<string, ReadyAnswer> {
  const names = readdirSync(distFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(distFolder, name)).isFile())
    .map((name) => name.split(sep).join('/'))
  const all = new Set(names)
  const read = (name: string) => new Uint8Array(readFileSync(join(distFolder, name)))
  return new Map(
    names.filter(isServed).map((name) => {
      const encoded = {
        ...(all.has(`${name}.br`) && { br: read(`${name}.br`) }),
        ...(all.has(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
      }
      const isPacked = Object.keys(encoded).length > 0
      const type = getMimeType(name) ?? 'application/octet-stream'
      return [`/${name}`, makeReady(read(name), type, isPacked ? encoded : undefined)]
    }),
  )
}
