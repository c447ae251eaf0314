/** License terms of the packages in a lock file; read a new license before you add it here. */
export interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  /** npm unpacks it from the archive of the package whose folder contains it. */
  inBundle?: boolean
}

const terms =
  /^(MIT|MIT-0|0BSD|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|LGPL-3\.0-or-later|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0)$/
/** Packages that declare no license; we read their license file. */
const termsRead: Record<string, string> = { 'parse-cache-control 1.0.1': 'BSD-3-Clause' }

export const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** The declared license, or the one read from its file. */
export function termsOf(path: string, { version, license }: Locked): string | undefined {
  return license ?? termsRead[`${nameOf(path)} ${version}`]
}

export function isUnderTerms(license = ''): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => terms.test(one)))
}
