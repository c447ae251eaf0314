/**
 * Compresses what browsers fetch once, when it is built, and as far as it goes: the server sends the
 * file beside the one that was asked for. Doing it at each request takes the server longer than
 * answering, and has no time for Brotli's best.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Pages are compressed as they are sent: the server fills most of them in. */
const compressible = /\.(js|css|svg|wasm)$/
/** Smaller ones fit into one packet as they are. */
const bytesMin = 1024

const formats = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

export async function compressFiles(distFolder: string): Promise<void> {
  const names = await readdir(distFolder, { recursive: true })
  const sent = names.filter((name) => compressible.test(name) && !name.startsWith('server'))
  await Promise.all(
    sent.map(async (name) => {
      const path = join(distFolder, name)
      const bytes = await readFile(path)
      if (bytes.length < bytesMin) return
      for (const [ending, compress] of Object.entries(formats)) {
        await writeFile(`${path}.${ending}`, await compress(bytes))
      }
    }),
  )
}
