import { useEffect, useEffectEvent } from 'react';
import { isMute } from '../scan/scan-targets.ts';
import { MAX_GAP_MS } from '../scan/scanner-keys.ts';
import { isShortcut, type ShortcutName } from './shortcuts.ts';

/** @returns whether the key did something */
type Handler = (event: KeyboardEvent) => boolean;
export type ShortcutHandlers = Readonly<Partial<Record<ShortcutName, Handler>>>;

/**
 * Runs what a shortcut does. Keys in text fields, selects and menus are none, and while a dialog is open only the handlers inside
 * it hear keys. A letter waits until it is sure that no scanner sends it: a key right before or after it makes it part of a code.
 * The newest component that handles a key gets it.
 */
export function useShortcuts(handlers: ShortcutHandlers, { isInDialog = false } = {}): void {
  const act = useEffectEvent((event: KeyboardEvent) => run(handlers, event));
  useEffect(() => {
    const layer: Layer = { isInDialog, act: (event) => act(event) };
    if (layers.push(layer) === 1) listen(true);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) listen(false);
    };
  }, [isInDialog]);
}

function run(handlers: ShortcutHandlers, event: KeyboardEvent): boolean {
  return (Object.entries(handlers) as [ShortcutName, Handler][]).some(([name, handle]) => isShortcut(event, name) && handle(event));
}

interface Layer {
  readonly isInDialog: boolean;
  readonly act: Handler;
}

/** A letter is certain after this time, with some room for a busy machine. */
const CERTAIN_MS = MAX_GAP_MS + 20;

const layers: Layer[] = [];
let waiting: ReturnType<typeof setTimeout> | undefined;
let lastAt = Number.NEGATIVE_INFINITY;
/** The key that is being handled: whether it may be a shortcut, as seen before any other listener changed the page. */
let current: { readonly event: KeyboardEvent; readonly isAlone: boolean; readonly isModal: boolean } | undefined;

function listen(isOn: boolean): void {
  const change = isOn ? window.addEventListener : window.removeEventListener;
  change('keydown', onEveryKey as EventListener, { capture: true });
  change('keydown', onKey as EventListener);
  clearTimeout(waiting);
}

/** Sees the keys that scan listeners swallow, too. */
function onEveryKey(event: KeyboardEvent): void {
  if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'].includes(event.key)) return;
  const isAlone = event.repeat || event.timeStamp - lastAt > MAX_GAP_MS;
  if (!isAlone) clearTimeout(waiting);
  lastAt = event.timeStamp;
  current = { event, isAlone, isModal: document.querySelector('[data-modal]') !== null };
}

function onKey(event: KeyboardEvent): void {
  if (current?.event !== event || event.defaultPrevented || event.altKey || !isMute(event.target)) return;
  const { isAlone, isModal } = current;
  // A key on the page itself may have gone to the page's scan field.
  if (!isAlone || !isMute(document.activeElement)) return;
  const heard = layers.filter(({ isInDialog }) => isInDialog || !isModal).reverse();
  const act = () => heard.some((layer) => layers.includes(layer) && layer.act(event));
  if (event.key.length > 1) {
    if (act()) event.preventDefault();
    return;
  }
  clearTimeout(waiting);
  waiting = setTimeout(act, CERTAIN_MS);
}
