import type { Translation } from '../../lib/i18n/language.ts'
import type { shell as cnr } from '../cnr/shell.ts'

export const shell: Translation<typeof cnr> = {
  groups: {
    sales: 'Sales',
    content: 'Content',
    online: 'Partner contact',
    reference: 'Reference lists',
    records: 'Records',
  },
  palette: {
    recent: 'Recent',
    acts: 'actions',
    back: 'back',
    whom: 'For whom?',
    what: 'What do you want to do?',
    placeholder: 'Search',
    screens: 'Screens',
    actions: 'Actions',
    all: 'Show all ({count, number})',
    type: 'Type at least two characters of a name or code.',
    nothing: 'No results for “{text}”',
    failed: 'Search failed',
    choose: 'choose',
    open: 'open',
    new_tab: 'in a new tab',
    shown: '{count, number} shown',
    language: 'Switch to Montenegrin (Crnogorski)',
  },
  pages: {
    not_for_role: 'This screen is not for your role',
    not_for_role_text:
      'The director decides what each role can do. If you need this screen for your work, ask them.',
  },
  error: {
    forbidden_right:
      'Your role does not have permission to {verb, select, see {see this} change {change this} import {import here} export {export this} send {send from here} other {manage this}}. The director grants permissions.',
  },
  keys: {
    everywhere: 'Everywhere',
    go: 'Go to a screen',
    list: 'In a list',
    row: 'On a list row',
    here: 'On this screen',
    palette: 'Search partners, products, screens and actions',
    save: 'Save the open form',
    next_step: 'Next step in the campaign’s details',
    fill_field: 'Field for all selected rows in the campaign’s details',
    undo: 'Undo the last action while “Undo” is offered',
    close: 'Close what is open',
    to_row: 'From a filter to the first row',
    back_to_row: 'From a filter or the action bar back to the row',
    open_row: 'Open or close row',
    pick_row: 'Select row',
    space: 'space',
    next: 'then',
    note: 'Shortcuts work while you are not typing in a field. In a list the arrow keys move from row to row.',
  },
  shell: {
    open_menu: 'Open menu',
    close_menu: 'Close menu',
    collapse: 'Collapse menu',
    expand: 'Expand menu',
    search: 'Partner, product or screen',
    keys: 'Keyboard shortcuts',
  },
}
