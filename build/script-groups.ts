/**
 * Assigns the app's modules to script files. By default, the bundler writes one file for every set
 * of screens that shares a module: 270 files, half of them below a kilobyte, 133 of them for the
 * dashboard. Here, modules that the same pages always load share a file, and small files are
 * merged: each file costs a slow phone some ms at every start, even from its own disk
 * (docs/decisions/0173).
 */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const icon = /lucide-react[\\/].*icons[\\/]/
const iconList = /lucide-react\.m?js$/
const uuid = /node_modules[\\/]uuid[\\/]/
/** Loaded when an email field gets the focus; business screens also use one of these modules. */
const emailSuggestion =
  /pwa[\\/]ui[\\/](email-suggestion|likely-address|use-between-presses)\.tsx?$/
const joinPage = /pwa[\\/]join\.tsx$/
const joinStart = /pwa[\\/]join(\.html|-start\.ts)$/
const appPage = /pwa[\\/](index\.html|main\.tsx)$/
/** Everything that a public page's first script loads before the first paint. */
const firstScript = /vite[\\/](preload-helper|modulepreload-polyfill)|pwa[\\/]styles\.css$/
const landingPage = /pwa[\\/]landing\.ts$/
const visitorsRoots =
  /pwa[\\/](join(\.html|\.tsx|-start\.ts)$|visitor[\\/]|shell[\\/]app-chrome|routes[\\/](card|join|mailed-link)[\\/])/
/** Screens that few visitors see, whose icons the card does without. */
const rareScreen = /pwa[\\/]routes[\\/](mailed-link[\\/]|join[\\/]scan\.tsx$)/
/** Every screen of a business loads the modules that all of these load. */
const businessRoots = [
  /business[\\/]dashboard\.tsx$/,
  /screens[\\/]own\.tsx$/,
  /counter[\\/]counter\.tsx$/,
  /outbox[\\/]outbox\.tsx$/,
]
/** Small parts of most screens with lists or figures. */
const listParts = /pwa[\\/]ui[\\/](brand-scope|page-header|row-name|search-input|stat-card)\.tsx$/
const counter = /counter[\\/]counter\.tsx$/
const publicScreens = /routes[\\/]screens[\\/]public\.ts$/
const kiosk = /join[\\/]kiosk\.tsx$/
/** Screens and modules that only a business's people load. */
const ofBusinesses =
  /pwa[\\/](sync|device|records|routes[\\/](analytics|attention|branding|business|campaigns|counter|customers|imports|member|outbox|palette|profile|qr-codes|rewards|settings|staff|till)[\\/]|routes[\\/]screens[\\/](account|analytics|own)|session[\\/]till-lock)/
/** Modules that public pages load after the first paint, grouped by what triggers the load. */
const visitorsParts = {
  /** With a customer's card. */
  card: /routes[\\/]card[\\/]customer\.tsx$/,
  /** When the sign-up form is touched. */
  touch:
    /pwa[\\/](visitor[\\/]submit\.ts|routes[\\/]join[\\/]outcome\.tsx|shell[\\/]app-chrome\.tsx)$/,
  /** When the sign-up page has been idle for a while. */
  quiet: /pwa[\\/](visitor[\\/]look-up|shell[\\/]register-worker)\.ts$/,
  /** If an earlier visit may have stored data, or when the form is touched. */
  stored:
    /pwa[\\/](visitor[\\/](keep-sending|kept-look-ups)\.ts|routes[\\/]join[\\/]open-sign-ups\.tsx)$/,
}
/**
 * Groups in the order in which a public page loads them, if at all; a touch also loads what is
 * stored.
 */
const firstLoaded = {
  quiet: [visitorsParts.quiet],
  touch: [visitorsParts.touch, visitorsParts.stored],
  card: [visitorsParts.card],
}

/** The entries and dynamically imported modules that load this one. */
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

/**
 * The modules that import an icon by one of its names. In the graph, every module that imports any
 * icon imports the library's list, which imports all.
 */
function usersOf(iconId: string, context: Context): string[] {
  const list = context.getModuleInfo(iconId)?.importers.find((each) => iconList.test(each))
  const { code, importers } = (list && context.getModuleInfo(list)) || { code: '', importers: [] }
  const file = iconId.split(/[\\/]/).at(-1)
  const names = code
    ?.split('\n')
    .filter((line) => line.includes(`/${file}'`))
    .join()
    .match(/(?<=default as )\w+/g)
  if (!names) return []
  const isUse = new RegExp(`import *{[^}]*\\b(${names.join('|')})\\b[^}]*} *from ['"]lucide-react`)
  return importers.filter((each) => isUse.test(context.getModuleInfo(each)?.code ?? ''))
}

function findGroup(id: string, context: Context): string | null {
  // Entries run as soon as their file is loaded, so they never share a file.
  if ([joinPage, joinStart, appPage, landingPage].some((page) => page.test(id))) return null
  if (firstScript.test(id)) return 'preload'
  // Every submitted form needs uuid. In another library's file it would load that library too.
  if (uuid.test(id)) return 'start'
  if (emailSuggestion.test(id)) return 'email-suggestion'
  if (icon.test(id)) {
    const roots = usersOf(id, context).flatMap((user) => rootsOf(user, context))
    if (roots.some((root) => joinPage.test(root))) return 'start'
    const visitors = roots.filter((root) => visitorsRoots.test(root))
    if (visitors.length === 0) return 'app'
    return visitors.every((root) => rareScreen.test(root)) ? 'rare-icons' : 'touch-app'
  }
  const roots = rootsOf(id, context)
  const isLoadedBy = (test: RegExp) => roots.some((root) => test.test(root))
  if (isLoadedBy(joinPage)) return isLoadedBy(appPage) ? 'start' : 'sign-up'
  const isVisitors = isLoadedBy(visitorsRoots)
  if (isVisitors && id.includes('node_modules')) return 'libraries'
  if (Object.values(visitorsParts).some(isLoadedBy)) {
    const [first] = Object.entries(firstLoaded).find(([, tests]) => tests.some(isLoadedBy)) ?? []
    if (isLoadedBy(appPage)) return `${first}-app`
    if (isLoadedBy(ofBusinesses)) return `${first}-business`
    const parts = Object.entries(visitorsParts).filter(([, test]) => isLoadedBy(test))
    if (parts.length === 1) return parts[0]?.[0] ?? null
    // Several parts load storage, which an idle page never needs.
    return isLoadedBy(visitorsParts.quiet) ? 'quiet-business' : 'parts'
  }
  if (roots.every((root) => visitorsRoots.test(root))) return null
  if (isVisitors) {
    if (isLoadedBy(appPage)) return 'visitors-app'
    return isLoadedBy(counter) && !isLoadedBy(kiosk) ? 'visitors-business' : 'visitors'
  }
  if (isLoadedBy(appPage)) return 'app'
  if (roots.length > 1 && isLoadedBy(publicScreens)) {
    return isLoadedBy(counter) ? 'public-business' : 'public'
  }
  if (listParts.test(id)) return 'list-parts'
  const isOfBusinesses = roots.every((root) => ofBusinesses.test(root))
  if (businessRoots.every(isLoadedBy)) return isOfBusinesses ? 'business' : 'shared'
  if (roots.length === 1) return null
  if (isOfBusinesses && isLoadedBy(counter)) return 'counter'
  // Keep modules with few users, such as a till's lock, apart from all others.
  return isOfBusinesses && !businessRoots.some(isLoadedBy) ? null : 'screen-parts'
}

/** The bundler asks for every group, so answers are cached for the build. */
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
  /** One file per set of pages that share the modules; smaller files are merged into another. */
  const bySharers = (entriesAwareMergeThreshold: number) => ({
    entriesAware: true,
    minShareCount: 2,
    entriesAwareMergeThreshold,
  })
  // The first group that matches a module takes it and its imports.
  return [
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
    group('rare-icons'),
    group('app'),
    group('public-business'),
    group('public'),
    group('shared', bySharers(30000)),
    group('business'),
    group('counter'),
    group('list-parts'),
    group('screen-parts', bySharers(20000)),
  ].map((each, place, { length }) => ({ ...each, priority: length - place }))
}
