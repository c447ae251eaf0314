/**
 * Which scripts of the app travel together. Left alone, the bundler writes one file for every set of
 * screens that shares a module: 270 files, half of them below a kilobyte, 133 of them for the
 * dashboard. Here modules that the same pages always load become one file, and small files join
 * another: each costs a slow phone some ms at every start, from its own disk too
 * (docs/decisions/0173).
 */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const icon = /lucide-react[\\/].*icons[\\/]/
/** Shown on the sign-up page and in its messages. */
const signUpIcon =
  /icons[\\/](badge-percent|chevron-down|circle-check|circle-exclamation-point|cloud-off|gift|map-pin|octagon-exclamation-point|qr-code|sparkles|store|trending-up|x)\.m?js$/
const joinPage = /pwa[\\/]join\.tsx$/
const joinStart = /pwa[\\/]join(\.html|-start\.ts)$/
const appPage = /pwa[\\/](index\.html|main\.tsx)$/
/** All that the first script of a public page loads before it has been painted. */
const firstScript = /vite[\\/](preload-helper|modulepreload-polyfill)|pwa[\\/]styles\.css$/
const landingPage = /pwa[\\/]landing\.ts$/
const visitorsRoots =
  /pwa[\\/](join(\.html|\.tsx|-start\.ts)$|visitor[\\/]|shell[\\/]surroundings|routes[\\/](card|join|unsubscribe)[\\/])/
/** What each of these loads, every screen of a business does. */
const businessRoots = [
  /business[\\/]dashboard\.tsx$/,
  /business[\\/]own-screens\.tsx$/,
  /counter[\\/]counter\.tsx$/,
  /outbox[\\/]outbox\.tsx$/,
]
const counter = /counter[\\/]counter\.tsx$/
const kiosk = /join[\\/]kiosk\.tsx$/
/** Screens, and what else is loaded, for the people of a business alone. */
const ofBusinesses =
  /pwa[\\/](sync|device|routes[\\/](analytics|attention|branding|business|campaigns|counter|outbox|palette|profile|settings|staff|till)[\\/])/
/** What public pages load after their first look. The modules of each part are loaded together. */
const visitorsParts = {
  /** With a customer's card. */
  card: /pwa[\\/](routes[\\/]card[\\/](customer|notifications|wallet-links)\.tsx)$/,
  /** When the sign-up form is touched. */
  touch:
    /pwa[\\/](visitor[\\/](sign-up|save-sign-up|follow-sign-up)\.ts|routes[\\/]join[\\/]outcome\.tsx|shell[\\/]surroundings\.tsx)$/,
  /** When the sign-up page has stood a while. */
  quiet: /pwa[\\/](visitor[\\/]look-up|shell[\\/]register-worker)\.ts$/,
  /** Where an earlier visit may have left something, or when the form is touched. */
  stored:
    /pwa[\\/](visitor[\\/](keep-sending|kept-look-ups)\.ts|routes[\\/]join[\\/]open-sign-ups\.tsx)$/,
}
/** In this order a public page loads them, as far as it does; a touch loads what is stored too. */
const firstLoaded = {
  quiet: [visitorsParts.quiet],
  touch: [visitorsParts.touch, visitorsParts.stored],
  card: [visitorsParts.card],
}

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
  if ([joinPage, joinStart, appPage, landingPage].some((page) => page.test(id))) return null
  if (firstScript.test(id)) return 'preload'
  const isIcon = icon.test(id)
  if (isIcon && signUpIcon.test(id)) return 'start'
  const roots = rootsOf(id, context)
  const isLoadedBy = (test: RegExp) => roots.some((root) => test.test(root))
  if (isLoadedBy(joinPage)) return isLoadedBy(appPage) ? 'start' : 'sign-up'
  const isVisitors = isLoadedBy(visitorsRoots)
  // Of a library that re-exports others, this graph does not know who uses which: the bundler does.
  if (isVisitors && !isIcon && id.includes('node_modules')) return 'libraries'
  if (Object.values(visitorsParts).some(isLoadedBy)) {
    const [first] = Object.entries(firstLoaded).find(([, tests]) => tests.some(isLoadedBy)) ?? []
    if (isLoadedBy(appPage)) return `${first}-app`
    if (isLoadedBy(ofBusinesses)) return `${first}-business`
    const names = Object.entries(visitorsParts).filter(([, test]) => isLoadedBy(test))
    return names.map(([name]) => name).join('-')
  }
  if (isIcon) return 'icons'
  if (roots.every((root) => visitorsRoots.test(root))) return null
  if (isVisitors) {
    if (isLoadedBy(appPage)) return 'visitors-app'
    return isLoadedBy(counter) && !isLoadedBy(kiosk) ? 'visitors-business' : 'visitors'
  }
  if (isLoadedBy(appPage)) return 'app'
  const isOfBusinesses = roots.every((root) => ofBusinesses.test(root))
  if (businessRoots.every(isLoadedBy)) return isOfBusinesses ? 'business' : 'shared'
  return isOfBusinesses && roots.length > 1 && isLoadedBy(counter) ? 'counter' : null
}

/** Every set of parts; the largest first, since what a module imports is in more of them. */
function partGroups(): string[] {
  let sets: string[][] = [[]]
  for (const name of Object.keys(visitorsParts)) {
    sets = [...sets, ...sets.map((set) => [...set, name])]
  }
  return sets
    .filter((set) => set.length > 0)
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
  /** One file for each set of pages that share the modules; files below this size join another. */
  const bySharers = (entriesAwareMergeThreshold: number) => ({
    entriesAware: true,
    minShareCount: 2,
    entriesAwareMergeThreshold,
  })
  // The first that names a module, and what it imports, has it.
  return [
    group('icons', bySharers(1500)),
    group('preload'),
    group('start'),
    group('sign-up'),
    group('libraries', bySharers(700)),
    ...Object.keys(firstLoaded).flatMap((part) => [
      group(`${part}-app`),
      group(`${part}-business`),
    ]),
    ...partGroups().map((name) => group(name)),
    group('visitors-app'),
    group('visitors-business'),
    group('visitors', bySharers(1500)),
    group('app'),
    group('shared', bySharers(30000)),
    group('business'),
    group('counter'),
  ].map((each, place, { length }) => ({ ...each, priority: length - place }))
}
