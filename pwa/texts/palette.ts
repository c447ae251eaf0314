/** The command palette and the keyboard shortcuts. */
import { textsOf } from './language.ts'

export const palette = {
  title: 'Go to…',
  typeCustomer: 'Type a screen or a customer',
  typeBusiness: 'Type a screen, a business, or an action',
  places: 'Screens',
  acts: 'Actions',
  actOn: (act: string) => `${act}: Choose a Business`,
  customers: 'Customers',
  businesses: 'Businesses',
  nothing: 'Nothing found.',
  scan: 'Scan a Code',
  shortcuts: 'Keyboard Shortcuts',
  shortcutsHint: 'Everything also works with Tab, Enter, and Escape.',
  keys: { controlK: 'Ctrl K', commandK: '⌘ K', escape: 'Esc', enter: 'Enter' },
  doesPalette: 'Go to a screen, a customer, or a business',
  doesSearch: 'Search on this screen',
  doesHelp: 'Show these shortcuts',
  doesNotifications: 'Go to the last notification',
  doesClose: 'Close a dialog, or clear a search',
  doesMove: 'Move in menus, lists, and charts',
  doesOpen: 'Open what is selected',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Turn these off if you use speech input and keys get pressed by accident.',
}

export const paletteTexts = textsOf('palette', palette)
