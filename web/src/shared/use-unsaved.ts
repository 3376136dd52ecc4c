import { useEffect, useRef, useSyncExternalStore } from 'react';

/** `page`: leaving its page loses what was typed; `dialog`: also another address of the page. */
type Place = 'page' | 'dialog';

const forms = new Map<object, Place>();
const listeners = new Set<() => void>();

function change(form: object, place: Place | undefined): void {
  if (place === undefined) forms.delete(form);
  else forms.set(form, place);
  for (const listener of listeners) listener();
}

/** Whether a step to another page, or to another address of this one, would lose what was typed. */
export function losesInput({ isSamePage }: { readonly isSamePage: boolean }): boolean {
  return [...forms.values()].some((place) => place === 'dialog' || !isSamePage);
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a form on the screen has unsaved input. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(listen, () => forms.size > 0);
}

interface Unsaved {
  readonly place?: Place;
  /** A form that is being saved opens the next page itself. */
  readonly isSaving?: boolean;
}

/**
 * The browser asks before it closes or reloads a page with unsaved input, and the application before it opens another one.
 * @returns a function that gives the input up, to be called before the form opens another page itself
 */
export function useUnsaved(isTyped: boolean, { place = 'page', isSaving = false }: Unsaved = {}): () => void {
  const form = useRef({});
  useEffect(() => {
    if (!isTyped || isSaving) return;
    const own = form.current;
    change(own, place);
    return () => change(own, undefined);
  }, [isTyped, isSaving, place]);
  useEffect(() => {
    if (!isTyped) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isTyped]);
  return () => change(form.current, undefined);
}
