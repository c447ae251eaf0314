/** Reads a CSV file record by record, whatever its encoding, separator and line ends. */
import Papa from 'papaparse'
import { importLimits } from '#schema/contract/import-limits.ts'
import { type FileProblem, UnreadableFile } from './import-problem.ts'

/** How the file is written. */
export interface FileShape {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  delimiter: string
}

const blockBytes = 256 * 1024
/** A record longer than this has a quote that never ends. */
const recordLengthMax = 2_000_000
const delimiters = [',', ';', '\t', '|']
const starts: [FileProblem, number[]][] = [
  ['spreadsheet', [0x50, 0x4b]],
  ['spreadsheet', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
]

/** @throws UnreadableFile for a file that is no text */
export async function findShape(file: Blob): Promise<FileShape> {
  if (file.size > importLimits.fileBytes) throw new UnreadableFile('too_large')
  const head = new Uint8Array(await file.slice(0, blockBytes).arrayBuffer())
  for (const [problem, bytes] of starts) {
    if (bytes.every((byte, at) => head[at] === byte)) throw new UnreadableFile(problem)
  }
  const encoding = await findEncoding(file, head)
  const text = new TextDecoder(encoding).decode(head)
  if (text.includes('\0')) throw new UnreadableFile('not_text')
  return { encoding, delimiter: findDelimiter(text) }
}

async function findEncoding(file: Blob, head: Uint8Array): Promise<FileShape['encoding']> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < file.size; at += blockBytes) {
      decoder.decode(await file.slice(at, at + blockBytes).arrayBuffer(), { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The most frequent one in the first line, outside of quotes. */
function findDelimiter(text: string): string {
  const [, said] = /^sep=(.)\r?\n/i.exec(text) ?? []
  if (said) return said
  const counts = new Map(delimiters.map((each) => [each, 0]))
  let isQuoted = false
  let hasText = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (hasText) break
    } else {
      hasText = true
      if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    }
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one)
  return best?.[0] ?? ','
}

export interface FileRecord {
  cells: string[]
  /** The row in a spreadsheet. */
  line: number
}

/** Yields a block's records at a time, without empty ones. The first record is the header. */
export async function* readRecords(
  file: Blob,
  { encoding, delimiter }: FileShape,
): AsyncGenerator<FileRecord[]> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let line = 0
  let newline: '\n' | '\r\n' | '\r' | null = null
  for (let at = 0; at < file.size; at += blockBytes) {
    const block = await file.slice(at, at + blockBytes).arrayBuffer()
    const isLast = at + blockBytes >= file.size
    rest += decoder.decode(block, { stream: !isLast })
    if (at === 0) rest = rest.replace(/^sep=.\r?\n/i, '')
    newline ??= findNewline(rest)
    const parser = new Papa.Parser({ delimiter, newline })
    const { data, meta } = parser.parse(rest, 0, !isLast) as {
      data: string[][]
      meta: { cursor: number }
    }
    rest = rest.slice(meta.cursor)
    if (!isLast && rest.length > recordLengthMax) throw new UnreadableFile('cell_too_long')
    const records: FileRecord[] = []
    for (const found of data) {
      line += 1
      const cells = found.map(clean)
      if (cells.some((cell) => cell.length > importLimits.cellLength)) {
        throw new UnreadableFile('cell_too_long')
      }
      if (cells.some((cell) => cell !== '')) records.push({ cells, line })
    }
    if (records.length > 0) yield records
  }
}

/** Databases store no NUL. */
const clean = (cell: string) => cell.replaceAll('\0', '').trim()

function findNewline(text: string): '\n' | '\r\n' | '\r' {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === '\n') return '\n'
    else if (!isQuoted && sign === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r'
  }
  return '\n'
}
