/** Runs where Debian's WebKitGTK can be driven; `npm test` says if it cannot. */
import { webKit } from '#scripts/test-programs.js'
import { playJourneysIn } from './support/driven-journeys.ts'
import { startWebKit } from './support/webkit.ts'

if (webKit.isThere()) playJourneysIn(webKit.name, startWebKit)
