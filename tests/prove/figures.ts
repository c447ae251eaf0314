/** Stores a kill loop's figures, for `npm run prove` to write into the docs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const figuresFolder = join(import.meta.dirname, '../../test-results/prove')

export interface Figures {
  killed: string
  rounds: number
  acknowledged: number
  lost: number
  doubled: number
}

export const rounds = Number(process.env.PROVE_ROUNDS ?? 2)

export function keepFigures(figures: Figures): void {
  mkdirSync(figuresFolder, { recursive: true })
  const name = figures.killed.replaceAll(/\W+/g, '-')
  writeFileSync(join(figuresFolder, `${name}.json`), JSON.stringify(figures))
}
