/** The calls of imports. Running and undoing one need a recent password: both move every balance. */
import { daySeconds, hourSeconds } from '#schema/contract/time-spans.ts'
import { requireFreshPassword } from '#sync-server/accounts/recent-password.ts'
import { receiveImportPart } from '#sync-server/loyalty/imports/import-part.ts'
import { previewImportUndo } from '#sync-server/loyalty/imports/import-undo.ts'
import { moveCards, previewCards } from '#sync-server/loyalty/imports/imported-cards.ts'
import {
  abandonImport,
  listImportRows,
  listImports,
  moveImport,
  readImport,
  startImport,
} from '#sync-server/loyalty/imports/member-import.ts'
import { inSnapshot, inTenant } from '#sync-server/run-rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { spend } from './admission.ts'
import type { Handlers } from './call.ts'

export const memberImportHandlers = {
  'business.imports': inSnapshot(listImports),
  'business.startImport': async (request, server) => {
    await spend(server, 'business.startImport', request.params.businessId, {
      count: serverLimits.importsPerBusinessPerDay,
      windowSeconds: daySeconds,
    })
    return inTenant(startImport)(request, server)
  },
  'business.import': inSnapshot(readImport),
  'business.sendImportPart': async (request, server) => {
    await spend(server, 'business.sendImportPart', request.by.accountId, {
      count: serverLimits.importPartsPerAccountPerHour,
      windowSeconds: hourSeconds,
    })
    return inTenant(receiveImportPart)(request, server)
  },
  'business.importRows': inSnapshot(listImportRows),
  'business.runImport': async (request, server) => {
    requireFreshPassword({ by: request.by, now: server.clock.now() })
    return inTenant(moveImport('run'))(request, server)
  },
  'business.bringOverImport': inTenant(moveImport('bringOver')),
  'business.pauseImport': inTenant(moveImport('pause')),
  'business.resumeImport': inTenant(moveImport('resume')),
  'business.abandonImport': inTenant(abandonImport),
  'business.previewCards': inSnapshot(previewCards),
  'business.sendCards': inTenant(moveCards('send')),
  'business.pauseCards': inTenant(moveCards('pause')),
  'business.previewImportUndo': inSnapshot(previewImportUndo),
  'business.undoImport': async (request, server) => {
    requireFreshPassword({ by: request.by, now: server.clock.now() })
    return inTenant(moveImport('undo'))(request, server)
  },
} satisfies Partial<Handlers>
