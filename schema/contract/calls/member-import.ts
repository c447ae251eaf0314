/** The calls of an import of members: an owner's file becomes members and points. */
import {
  importedCards,
  importList,
  importPart,
  importRowPage,
  importRowsQuery,
  importRun,
  importUndo,
  newImport,
} from '#schema/contract/member-import.ts'
import { call } from './call.ts'

const one = '/api/business/:businessId/imports/:importId'

export const memberImportCalls = {
  'business.imports': call({
    method: 'GET',
    path: '/api/business/:businessId/imports',
    access: 'customer.import',
    answer: importList,
  }),
  /** A repeat with the same id gets the same run. */
  'business.startImport': call({
    method: 'POST',
    path: '/api/business/:businessId/imports',
    access: 'customer.import',
    body: newImport,
    answer: importRun,
    status: 201,
  }),
  'business.import': call({
    method: 'GET',
    path: one,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.sendImportPart': call({
    method: 'POST',
    path: `${one}/parts`,
    access: 'customer.import',
    repeatable: true,
    body: importPart,
    answer: importRun,
  }),
  'business.importRows': call({
    method: 'GET',
    path: `${one}/rows`,
    access: 'customer.import',
    query: importRowsQuery,
    answer: importRowPage,
  }),
  /** Turns a comparison into an import, which can then be run. */
  'business.bringOverImport': call({
    method: 'POST',
    path: `${one}/bring-over`,
    access: 'customer.import',
    answer: importRun,
  }),
  /** Needs a recent password. */
  'business.runImport': call({
    method: 'POST',
    path: `${one}/run`,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.pauseImport': call({
    method: 'POST',
    path: `${one}/pause`,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.resumeImport': call({
    method: 'POST',
    path: `${one}/resume`,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.abandonImport': call({
    method: 'POST',
    path: `${one}/abandon`,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.previewCards': call({
    method: 'GET',
    path: `${one}/cards`,
    access: 'customer.import',
    answer: importedCards,
  }),
  /** Mails the link to their card to imported members; also continues after a pause. */
  'business.sendCards': call({
    method: 'POST',
    path: `${one}/cards`,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.pauseCards': call({
    method: 'POST',
    path: `${one}/cards/pause`,
    access: 'customer.import',
    answer: importRun,
  }),
  'business.previewImportUndo': call({
    method: 'GET',
    path: `${one}/undo`,
    access: 'customer.import',
    answer: importUndo,
  }),
  /** Needs a recent password. */
  'business.undoImport': call({
    method: 'POST',
    path: `${one}/undo`,
    access: 'customer.import',
    answer: importRun,
  }),
} as const
