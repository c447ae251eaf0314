/**
 * Which scripts of the app travel together. Left alone, the bundler writes one file for every set of
 * screens that shares a module: 270 files, half of them below a kilobyte, 133 of them for the
 * dashboard. Here modules that the same pages always load become one file. A page may load a module
 * that it does not use when it is an icon, when it is tiny, and on the kiosk, which shares parts with
 * the card and the sign-up form (docs/decisions/0173).
 */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const icon = /lucide-react[\\/].*icons[\\/]/
/** Shown on the sign-up page and in its messages. */
const signUpIcon =
  /icons[\\/](badge-percent|chevron-down|circle-check|circle-exclamation-point|cloud-off|gift|map-pin|octagon-exclamation-point|qr-code|sparkles|store|trending-up|x)\.m?js$/
const joinPage = /pwa[\\/]join\.(html|tsx)$/
const appPage = /pwa[\\/](index\.html|main\.tsx)$/
const landingPage = /pwa[\\/]landing\.ts$/
const visitorsRoots =
  /pwa[\\/](join\.(html|tsx)$|visitor[\\/]|shell[\\/]surroundings|routes[\\/](card|join|unsubscribe)[\\/])/
/** What each of these loads, every screen of a business does. */
const businessRoots = [
  /business[\\/]dashboard\.tsx$/,
  /business[\\/]own-screens\.tsx$/,
  /counter[\\/]counter\.tsx$/,
  /outbox[\\/]outbox\.tsx$/,
]
/** Screens, and what else is loaded, for the people of a business alone. */
const ofBusinesses =
  /pwa[\\/](sync|device|routes[\\/](analytics|attention|branding|business|campaigns|counter|outbox|palette|profile|settings|staff|till)[\\/])/
/** What public pages load after their first look. The modules of each part are loaded together. */
const visitorsParts = {
  /** With a customer's card. */
  card: /pwa[\\/](routes[\\/]card[\\/](customer|notifications|wallet-links)\.tsx|visitor[\\/]qr-path\.ts)$/,
  /** When the sign-up form is touched. */
  touch:
    /pwa[\\/](visitor[\\/](sign-up|save-sign-up|follow-sign-up)\.ts|routes[\\/]join[\\/]outcome\.tsx|shell[\\/]surroundings\.tsx)$/,
  /** When the sign-up page has stood a while. */
  quiet: /pwa[\\/](visitor[\\/]look-up|shell[\\/]register-worker)\.ts$/,
  /** Where an earlier visit may have left something, or when the form is touched. */
  stored:
    /pwa[\\/](visitor[\\/](keep-sending|kept-look-ups)\.ts|routes[\\/]join[\\/]open-sign-ups\.tsx)$/,
}
/** Who may load a module of these parts: those that the same of these load are one file. */
const sharers = { ...visitorsParts, staff: ofBusinesses, app: appPage }

/** The pages, and the modules that are loaded later, which load this one with them. */
function rootsOf(id: string, context: Context): string[] {
  const roots: string[] = []
  const seen = new Set<string>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const info = context.getModuleInfo(at)
    if (!info) continue
    if (info.isEntry || info.dynamicImporters.length > 0) roots.push(at)
    open.push(...info.importers)
  }
  return roots
}

function findGroup(id: string, context: Context): string | null {
  // Entries run as soon as their file is loaded, so they share one with nothing.
  if ([joinPage, appPage, landingPage].some((page) => page.test(id))) return null
  const isIcon = icon.test(id)
  if (isIcon && signUpIcon.test(id)) return 'start'
  const roots = rootsOf(id, context)
  const isLoadedBy = (test: RegExp) => roots.some((root) => test.test(root))
  if (isLoadedBy(joinPage)) return isLoadedBy(appPage) ? 'start' : 'sign-up'
  const isVisitors = isLoadedBy(visitorsRoots)
  // Of a library that re-exports others, this graph does not know who uses which: the bundler does.
  if (isVisitors && !isIcon && id.includes('node_modules')) return 'libraries'
  if (Object.values(visitorsParts).some(isLoadedBy)) {
    const names = Object.entries(sharers).filter(([, test]) => isLoadedBy(test))
    return names.map(([name]) => name).join('-')
  }
  if (isIcon) return 'icons'
  if (roots.every((root) => visitorsRoots.test(root))) return null
  if (isVisitors) return 'visitors'
  if (isLoadedBy(appPage)) return 'app'
  if (!businessRoots.every(isLoadedBy)) return null
  return roots.every((root) => ofBusinesses.test(root)) ? 'business' : 'shared'
}

/** Every set of sharers with a part in it; the largest first, since what a module imports has more. */
function partGroups(): string[] {
  let sets: string[][] = [[]]
  for (const name of Object.keys(sharers)) {
    sets = [...sets, ...sets.map((set) => [...set, name])]
  }
  return sets
    .filter((set) => set.some((name) => name in visitorsParts))
    .sort((a, b) => b.length - a.length)
    .map((set) => set.join('-'))
}

/** Asked once for every group, so each answer is kept for the rest of the build. */
export function scriptGroups(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, string | null>()
  function groupOf(id: string, context: Context): string | null {
    const found = known.get(id)
    if (found !== undefined) return found
    const group = findGroup(id, context)
    known.set(id, group)
    return group
  }
  const group = (name: string, rest: Partial<Rolldown.CodeSplittingGroup> = {}) => ({
    debugName: name,
    name: (id: string, context: Context) => (groupOf(id, context) === name ? name : null),
    ...rest,
  })
  /** One file for each set of pages that shares the modules; those below this size join another. */
  const bySharers = (entriesAwareMergeThreshold: number) => ({
    entriesAware: true,
    minShareCount: 2,
    entriesAwareMergeThreshold,
  })
  // The first that names a module, and what it imports, has it.
  return [
    group('icons', bySharers(1500)),
    group('start'),
    group('sign-up'),
    group('libraries', bySharers(700)),
    ...partGroups().map((name) => group(name)),
    group('visitors', bySharers(0)),
    group('app'),
    group('shared', bySharers(1500)),
    group('business'),
  ].map((each, place, { length }) => ({ ...each, priority: length - place }))
}
