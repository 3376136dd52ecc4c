import { MAX_LEAD_MS } from './scanner-keys.ts';

/** What a scan finds in the elements that it is typed into. */

/** Location codes are this short: `A-1`. */
export const MIN_LENGTH = 3;
/** A person may type three letters this fast into a text field, and a number into a number field; a code is longer. */
const MIN_LENGTH_IN_TEXT = 6;

/** The detail of a change event of a select that a letter caused. */
export const CHOSEN_BY_KEY = 'chosen-by-key';

/** The keys of one scan. It belongs to the element where it began, even if the focus moves meanwhile. */
export interface Burst {
  keys: string;
  readonly target: EventTarget | null;
  readonly isInText: boolean;
  /** The value of the text field or select before the scan. */
  readonly before: string;
  /** One of the keys came as late as a person's. */
  isSlow: boolean;
  /** It began in an empty text, or replaced all of it. */
  readonly isFresh: boolean;
  /** The first keys of the code, after which a busy machine paused. */
  readonly lead?: Burst | undefined;
}

export function beginIn(target: EventTarget | null, key: string, lead?: Burst): Burst {
  const before = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';
  const isFresh = target instanceof HTMLInputElement && target.selectionStart === 0 && target.selectionEnd === before.length;
  return { keys: key, target, isInText: isTextField(target), before, isSlow: false, isFresh, lead };
}

/** The burst before, if its keys may be the first of the code that this key continues: they replaced the text, or came too fast for a person. */
export function leadOf(burst: Burst | undefined, { target, timeStamp }: KeyboardEvent, lastAt: number): Burst | undefined {
  const isFirst = burst?.isInText === true && burst.target === target && (burst.isFresh || (burst.lead !== undefined && burst.keys.length > 1));
  return isFirst && timeStamp - lastAt <= MAX_LEAD_MS ? burst : undefined;
}

/** The burst with the keys that it lost to pauses. */
export function withLead(burst: Burst): Burst {
  if (burst.lead === undefined) return burst;
  const { keys, before } = withLead(burst.lead);
  return { ...burst, keys: keys + burst.keys, before };
}

/** Whether a burst is too short for a code, in an element where a person may have typed it. */
export function isTyped({ keys, target, isInText, isSlow }: Burst): boolean {
  if (isInText) return keys.length < minLengthIn(target, keys);
  return isSlow && target instanceof HTMLSelectElement && keys.length < MIN_LENGTH_IN_TEXT;
}

/** Nobody types letters into a number field, so there letters distinguish a location's short code from a quantity. */
function minLengthIn(target: EventTarget | null, keys: string): number {
  const isForNumber = target instanceof HTMLElement && ['numeric', 'decimal'].includes(target.getAttribute('inputmode') ?? '');
  return isForNumber && /[^\d.,]/.test(keys) ? MIN_LENGTH : MIN_LENGTH_IN_TEXT;
}

/** Restores the value from before the scan and notifies the element's owner, as if a person had done it. */
export function restore({ target, isInText, before }: Burst): void {
  if (target instanceof HTMLSelectElement && target.value !== before) choose(target, before);
  if (!(target instanceof HTMLInputElement) || !isInText) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, before);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Does what a select does with a letter: chooses the next option that begins with it. */
export function jumpTo(select: HTMLSelectElement, key: string): void {
  const options = [...select.options];
  const ahead = [...options.slice(select.selectedIndex + 1), ...options.slice(0, select.selectedIndex + 1)];
  const next = ahead.find(({ label, disabled }) => !disabled && label.toLowerCase().startsWith(key.toLowerCase()));
  if (next !== undefined) choose(select, next.value);
}

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new CustomEvent('change', { bubbles: true, detail: CHOSEN_BY_KEY }));
}

/** Whether the page itself has the focus, as after a dialog whose opener is gone. */
export function isPage(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.tagName === 'MAIN');
}

export function takesScans(target: EventTarget | null): boolean {
  return !isTextField(target) || (target instanceof HTMLElement && target.matches('[data-passes-scans]'));
}

/** A read-only field takes no text. */
function isTextField(target: EventTarget | null): boolean {
  const typed = 'input:not([type=checkbox], [type=radio], [type=range], [readonly]), textarea:not([readonly])';
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(typed));
}

/** For an element that can have the focus and where single letters act as shortcuts. */
export const SHORTCUTS_HERE = { 'data-shortcuts': '' } as const;

/** Whether single letters act there as shortcuts, so that only a fast scanner's keys are a code. A page or a dialog with a record walk is such a place. */
export function isShortcutPlace(target: EventTarget | null): boolean {
  if (isPage(target)) return document.querySelector('[data-record-walk]') !== null;
  if (!(target instanceof Element)) return false;
  return target.matches('[data-row-key], [data-shortcuts]') || (target.matches('[data-modal]') && target.querySelector('[data-record-walk]') !== null);
}

/** Whether a key of the page enters its list. Codes have capitals, so that a lowercase letter alone is a person's. */
export function isWayIntoList(key: string): boolean {
  return (key === 'j' || key === 'k') && document.querySelector('[data-row-key]') !== null;
}

/** Whether letters enter nothing there: the element is no text field, select, menu or list box. */
export function isMute(target: EventTarget | null): boolean {
  const isChosenFrom = target instanceof HTMLSelectElement || (target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null);
  return !isChosenFrom && !isTextField(target);
}
