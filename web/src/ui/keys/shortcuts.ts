/** One keyboard shortcut. */
export interface Shortcut {
  /** As `nameOfKey` writes them. */
  readonly keys: readonly string[];
  readonly does: string;
  readonly where: 'Everywhere' | 'In a list' | 'In a record' | 'After a scan that asks';
}

/** Every shortcut of the application. The sheet that `?` opens is made of these. */
export const SHORTCUTS = {
  search: { keys: ['/', 'Ctrl+K'], does: 'Search', where: 'Everywhere' },
  help: { keys: ['?'], does: 'Show the keyboard shortcuts', where: 'Everywhere' },
  nextRow: { keys: ['J', 'ArrowDown'], does: 'Go to the next row', where: 'In a list' },
  previousRow: { keys: ['K', 'ArrowUp'], does: 'Go to the previous row', where: 'In a list' },
  open: { keys: ['Enter'], does: 'Open the row', where: 'In a list' },
  select: { keys: ['X'], does: 'Select the row, or not', where: 'In a list' },
  selectRange: { keys: ['Shift+X'], does: 'Select all rows up to this one', where: 'In a list' },
  edit: { keys: ['E'], does: 'Edit the row, where it can be edited', where: 'In a list' },
  clearSelection: { keys: ['Escape'], does: 'Clear the selection', where: 'In a list' },
  nextRecord: { keys: ['N'], does: 'Open the next record of the list', where: 'In a record' },
  previousRecord: { keys: ['P'], does: 'Open the previous record of the list', where: 'In a record' },
  backToList: { keys: ['Escape'], does: 'Return to the same row of the list', where: 'In a record' },
  answer: { keys: ['Alt+1 … 9'], does: 'Choose an answer by its number', where: 'After a scan that asks' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

/** The name of a pressed key: `J`, `Shift+X`, `Ctrl+K`, `?`, `ArrowDown`. A Mac's command key counts as Ctrl. */
function nameOfKey({ key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string {
  const isLetter = /^\p{L}$/u.test(key);
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${isLetter && shiftKey ? 'Shift+' : ''}${isLetter ? key.toUpperCase() : key}`;
}

export function isShortcut(event: KeyboardEvent, name: ShortcutName): boolean {
  const keys: readonly string[] = SHORTCUTS[name].keys;
  return !event.altKey && keys.includes(nameOfKey(event));
}
