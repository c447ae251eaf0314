/**
 * Precompresses cacheable files at build time, at the highest level; the server sends the
 * compressed sibling. Compressing per request would cost the server more than answering, and leaves
 * no time for Brotli's best.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Pages are compressed as they are sent, because the server fills in most of them. */
const compressible = /\.(js|css|svg|wasm)$/
/** Smaller files fit into one packet uncompressed. */
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
