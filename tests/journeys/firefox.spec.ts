/** Runs where Debian's Firefox is installed; `npm test` says if it is not. */
import { firefox } from '#scripts/test-programs.js'
import { playJourneysIn } from './support/driven-journeys.ts'
import { startFirefox } from './support/firefox.ts'

if (firefox.isThere()) playJourneysIn(firefox.name, startFirefox)
