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
const publicScreens = /routes[\\/]public-screens\.ts$/
const kiosk = /join[\\/]kiosk\.tsx$/
/** Screens, and what else is loaded, for the people of a business alone. */
const ofBusinesses =
  /pwa[\\/](sync|device|routes[\\/](analytics|attention|branding|business|campaigns|counter|outbox|palette|profile|settings|staff|till)[\\/]|session[\\/]till-lock)/
/** What public pages load after their first look. The modules of each part are loaded together. */
const visitorsParts = {
  /** With a customer's card. */
  card: /routes[\\/]card[\\/]customer\.tsx$/,
  /** When the sign-up form is touched. */
  touch:
    /pwa[\\/](visitor[\\/]press\.ts|routes[\\/]join[\\/]outcome\.tsx|shell[\\/]surroundings\.tsx)$/,
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
    const parts = Object.entries(visitorsParts).filter(([, test]) => isLoadedBy(test))
    if (parts.length === 1) return parts[0]?.[0] ?? null
    // Storage is among what several parts load: a page that stays quiet never loads it.
    return isLoadedBy(visitorsParts.quiet) ? 'quiet-business' : 'parts'
  }
  if (isIcon) return 'icons'
  if (roots.every((root) => visitorsRoots.test(root))) return null
  if (isVisitors) {
    if (isLoadedBy(appPage)) return 'visitors-app'
    return isLoadedBy(counter) && !isLoadedBy(kiosk) ? 'visitors-business' : 'visitors'
  }
  if (isLoadedBy(appPage)) return 'app'
  if (roots.length > 1 && isLoadedBy(publicScreens)) {
    return isLoadedBy(counter) ? 'public-business' : 'public'
  }
  const isOfBusinesses = roots.every((root) => ofBusinesses.test(root))
  if (businessRoots.every(isLoadedBy)) return isOfBusinesses ? 'business' : 'shared'
  if (roots.length === 1) return null
  if (isOfBusinesses && isLoadedBy(counter)) return 'counter'
  // What few load, as a till's lock does, comes without the parts of all others.
  return isOfBusinesses && !businessRoots.some(isLoadedBy) ? null : 'screen-parts'
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
    group('parts'),
    ...Object.keys(visitorsParts).map((part) => group(part)),
    group('visitors-app'),
    group('visitors-business'),
    group('visitors', bySharers(1500)),
    group('app'),
    group('public-business'),
    group('public'),
    group('shared', bySharers(30000)),
    group('business'),
    group('counter'),
    group('screen-parts', bySharers(20000)),
  ].map((each, place, { length }) => ({ ...each, priority: length - place }))
}
