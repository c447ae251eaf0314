/** The command palette and the keyboard shortcuts, in Spanish. */

import type { Translated } from '#pwa/texts/language.ts'
import type { palette as english } from '#pwa/texts/palette.ts'

export const palette: Translated<typeof english> = {
  title: 'Ir a…',
  typeCustomer: 'Escribe una pantalla o un cliente',
  typeBusiness: 'Escribe una pantalla, un negocio o una acción',
  places: 'Pantallas',
  acts: 'Acciones',
  actOn: (act) => `${act}: elige un negocio`,
  customers: 'Clientes',
  businesses: 'Negocios',
  nothing: 'No se encontró nada.',
  scan: 'Escanear un código',
  shortcuts: 'Atajos de teclado',
  shortcutsHint: 'Todo funciona también con Tab, Enter y Escape.',
  keys: { controlK: 'Ctrl K', commandK: '⌘ K', escape: 'Esc', enter: 'Enter' },
  doesPalette: 'Ir a una pantalla, un cliente o un negocio',
  doesSearch: 'Buscar en esta pantalla',
  doesHelp: 'Mostrar estos atajos',
  doesNotifications: 'Ir a la última notificación',
  doesClose: 'Cerrar un diálogo o borrar una búsqueda',
  doesMove: 'Moverse por menús, listas y gráficos',
  doesOpen: 'Abrir lo seleccionado',
  singleKeys: 'Atajos de una sola tecla',
  singleKeysHint: 'Desactívalos si dictas por voz y se presionan teclas sin querer.',
}
