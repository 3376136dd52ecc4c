import { isMute, isShortcutPlace, MIN_LENGTH } from './scan-targets.ts';
import { isEndKey, MAX_GAP_MS } from './scanner-keys.ts';

/** The longest gap between the keys of a slow scanner, which counts as one where nobody types. */
const SLOW_GAP_MS = 1_000;

/** A key and its relation to the previous one. The same for all listeners. */
interface Stroke {
  readonly event: KeyboardEvent;
  readonly isFast: boolean;
  /** Follows the previous key as the keys of one code do. */
  readonly continuesCode: boolean;
  /** A code may continue after this key. */
  readonly isOpen: boolean;
  /** When the last key was pressed that is no modifier. */
  readonly typedAt: number;
  /** Its code began in an element where scanner keys may be slow. */
  readonly maySlow: boolean;
  /** The characters of its code so far. */
  readonly characters: number;
  /** Ends a code of several characters, or repeats its end. */
  readonly endsCode: boolean;
  /** An Enter directly after a code, or a second end key of it, which would press the focused element unintentionally. */
  readonly endsUnseen: boolean;
}

let lastStroke: Stroke | undefined;

export function strokeOf(event: KeyboardEvent): Stroke {
  if (lastStroke?.event === event) return lastStroke;
  const { key, target } = event;
  // No code has a question mark, which opens the sheet of shortcuts. A person presses Shift right before it.
  const isHelp = key === '?';
  const before = isHelp ? lastStroke?.typedAt : lastStroke?.event.timeStamp;
  const gapMs = event.timeStamp - (before ?? Number.NEGATIVE_INFINITY);
  const isFast = gapMs <= MAX_GAP_MS;
  const wasOpen = lastStroke?.isOpen === true && gapMs <= SLOW_GAP_MS;
  const isSamePlace = target === lastStroke?.event.target || isMute(target);
  const maySlow = lastStroke?.maySlow === true && isSamePlace && !isShortcutPlace(target) && !isHelp;
  const continuesCode = isFast || (wasOpen && maySlow);
  const isShift = key === 'Shift' || key === 'CapsLock';
  const characters = (wasOpen && continuesCode ? (lastStroke?.characters ?? 0) : 0) + Number(key.length === 1);
  // A carriage return and a line feed are two keys. The first may have moved the focus.
  const repeatsEnd = isEndKey(key) && isFast && lastStroke?.endsCode === true;
  lastStroke = {
    event,
    isFast,
    continuesCode,
    // A single space presses a button or ticks a checkbox.
    isOpen: !isEndKey(key) && (key.length === 1 ? key !== ' ' || (wasOpen && continuesCode) : wasOpen && (isShift || isFast)),
    typedAt: isShift ? (lastStroke?.typedAt ?? Number.NEGATIVE_INFINITY) : event.timeStamp,
    maySlow: wasOpen && continuesCode ? lastStroke?.maySlow === true : takesSlowCodes(target) || target instanceof HTMLSelectElement,
    characters,
    // A letter in a drop-down is a choice: Tab and Enter after it are a person's.
    endsCode: repeatsEnd || (isEndKey(key) && characters >= MIN_LENGTH),
    endsUnseen: repeatsEnd || (key === 'Enter' && wasOpen && takesSlowCodes(target)),
  };
  return lastStroke;
}

/** Whether a key is a control character of a scanner, in a code or after it, rather than a person's shortcut such as Ctrl+J. */
export function isControlOfCode({ ctrlKey, altKey, metaKey, timeStamp }: KeyboardEvent): boolean {
  if (!ctrlKey || altKey || metaKey || lastStroke === undefined) return false;
  const { event, isOpen, continuesCode, endsCode } = lastStroke;
  return timeStamp - event.timeStamp <= MAX_GAP_MS && (endsCode || (isOpen && continuesCode));
}

/**
 * Whether a key is held with a modifier, as a shortcut is. A character in a code is part of the code instead: a Mac enters some with
 * Option, such as # in Britain, and AltGr can be Ctrl and Alt.
 */
export function isShortcut({ key, ctrlKey, altKey, metaKey, timeStamp }: KeyboardEvent): boolean {
  const isInCode = lastStroke?.isOpen === true && timeStamp - lastStroke.event.timeStamp <= MAX_GAP_MS;
  const entersCharacter = altKey && isInCode && key.length === 1;
  return metaKey || ((ctrlKey || altKey) && !entersCharacter);
}

/** Nobody types letters there, so that slow ones are a code too. */
function takesSlowCodes(target: EventTarget | null): boolean {
  return isMute(target) && !isShortcutPlace(target);
}

export function isCodeOpen(): boolean {
  return lastStroke?.isOpen ?? false;
}

/** When the last key was pressed, which a busy machine may have delivered later. */
export function lastKeyAt(): number {
  return lastStroke?.typedAt ?? performance.now();
}

/** A key after a click is intended. */
export function forgetStroke(): void {
  lastStroke = undefined;
}
