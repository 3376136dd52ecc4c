import { messageOf } from '@stowage/contract/errors';
import { NOTES_DELAY_MS, updatePackingListLine } from '@stowage/contract/purchasing/receiving';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { mayPass, RefusedError } from '../../../api/problem.ts';
import { currentSession, onSessionChange } from '../../../api/session.ts';

const RETRY_MS = 3_000;

/** Identifies a line of a packing list. */
export interface LineKey {
  readonly stowage_supplier_po_id: number;
  readonly stowage_receive_inventory_packing_list_id: number;
}

/** The text of a field that is being edited or is not saved yet. */
export interface LineDraft {
  readonly text: string;
  /** `waiting` for a note or a photo. */
  readonly state: 'typing' | 'saving' | 'saved' | 'retrying' | 'waiting' | 'refused';
  /** The reason of a refusal, and of a wait. */
  readonly message?: string;
}

interface Entry {
  readonly key: LineKey;
  readonly draft: LineDraft;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  /** Called with the saved text. */
  readonly onSaved: (text: string) => void;
  /** The number on the server when the person began to type. */
  readonly seen?: number | undefined;
}

/**
 * The drafts of all lines, outside of the rows: a long list renders only the visible rows, but sends the drafts of the others too.
 */
class LineDrafts {
  private readonly drafts = new Map<string, Entry>();
  /** The lines whose fields have the focus. */
  private readonly focused = new Set<string>();
  private readonly watchers = new Set<() => void>();
  private readonly bodyOf: (text: string, seen: number | undefined) => object;
  private readonly waitsForEvidence: boolean;
  /** The person who has typed them. */
  private ownerId: string | undefined;

  /**
   * @param bodyOf builds the changed fields of a call
   * @param waitsForEvidence whether a draft that needs a note or a photo waits for it
   */
  constructor(bodyOf: (text: string, seen: number | undefined) => object, waitsForEvidence = false) {
    this.bodyOf = bodyOf;
    this.waitsForEvidence = waitsForEvidence;
    onSessionChange(() => this.forgetOthers(currentSession()?.userId));
  }

  readonly watch = (callback: () => void): (() => void) => {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  };

  draftOf(key: LineKey): LineDraft | undefined {
    return this.drafts.get(nameOf(key))?.draft;
  }

  all(): LineDraft[] {
    return [...this.drafts.values()].map(({ draft }) => draft);
  }

  /** Stores the typed text, which is sent shortly after the last edit. */
  write(key: LineKey, text: string, onSaved: Entry['onSaved']): void {
    this.focused.add(nameOf(key));
    this.set(key, { text, state: 'typing' }, { onSaved, afterMs: NOTES_DELAY_MS });
  }

  /** Stores a text that the server did not answer to, and sends it until it does. */
  retry(key: LineKey, text: string, { onSaved, seen }: Pick<Entry, 'onSaved' | 'seen'>): void {
    this.set(key, { text, state: 'retrying' }, { onSaved, seen, afterMs: RETRY_MS });
  }

  /** Stores a count of damaged units that the server takes only with a note or a photo. @param message why */
  wait(key: LineKey, text: string, { message, onSaved, seen }: Pick<Entry, 'onSaved' | 'seen'> & { message: string }): void {
    this.set(key, { text, state: 'waiting', message }, { onSaved, seen });
  }

  /** Sends a waiting draft, after a note or a photo was added. */
  sendWaiting(key: LineKey): void {
    const entry = this.drafts.get(nameOf(key));
    if (entry?.draft.state === 'waiting') void this.send(entry, false);
  }

  /** Called when the field loses the focus: sends a typed text at once, and drops a saved one. */
  leave(key: LineKey): void {
    this.focused.delete(nameOf(key));
    const entry = this.drafts.get(nameOf(key));
    if (entry?.draft.state === 'typing') void this.send(entry, false);
    if (entry?.draft.state === 'saved') this.drop(key);
  }

  drop(key: LineKey): void {
    clearTimeout(this.drafts.get(nameOf(key))?.timer);
    this.drafts.delete(nameOf(key));
    this.notifyWatchers();
  }

  /** Nobody sends another person's drafts as their own. They outlive a new sign-in of the same person. */
  private forgetOthers(userId: string | undefined): void {
    if (userId === undefined || userId === this.ownerId) return;
    for (const { timer } of this.drafts.values()) clearTimeout(timer);
    this.drafts.clear();
    this.focused.clear();
    this.notifyWatchers();
  }

  /** Sends all unsaved drafts before the page closes. */
  sendAll(): void {
    for (const entry of this.drafts.values()) if (!['refused', 'saved', 'waiting'].includes(entry.draft.state)) void this.send(entry, true);
  }

  private async send({ key, draft: { text }, onSaved, seen, timer }: Entry, isLast: boolean): Promise<void> {
    clearTimeout(timer);
    const isUnchanged = () => this.draftOf(key)?.text === text;
    this.set(key, { text, state: 'saving' }, { onSaved, seen });
    try {
      await call(updatePackingListLine, { body: { ...pick(key), ...this.bodyOf(text, seen) } }, { outlivesPage: isLast });
      onSaved(text.trim());
      if (!isUnchanged()) return;
      // A focused field keeps the text exactly as typed, including a trailing space.
      if (this.focused.has(nameOf(key))) this.set(key, { text, state: 'saved' }, { onSaved, seen });
      else this.drop(key);
    } catch (error) {
      if (!isUnchanged()) return;
      const message = messageOf(error);
      if (mayPass(error)) this.retry(key, text, { onSaved, seen });
      else if (this.waitsForEvidence && needsEvidence(error)) this.wait(key, text, { message, onSaved, seen });
      else this.set(key, { text, state: 'refused', message }, { onSaved, seen });
    }
  }

  private set(key: LineKey, draft: LineDraft, { onSaved, seen, afterMs }: Pick<Entry, 'onSaved' | 'seen'> & { afterMs?: number }): void {
    clearTimeout(this.drafts.get(nameOf(key))?.timer);
    this.ownerId = currentSession()?.userId;
    const entry: Entry = {
      key: pick(key),
      draft,
      onSaved,
      seen,
      timer: afterMs === undefined ? undefined : setTimeout(() => void this.send(entry, false), afterMs),
    };
    this.drafts.set(nameOf(key), entry);
    this.notifyWatchers();
  }

  private notifyWatchers(): void {
    for (const callback of this.watchers) callback();
  }
}

export const noteDrafts = new LineDrafts((text) => ({ line_item_notes: text }));
/** Counts of damaged units that the server did not answer to, or that wait for a note or a photo. */
export const damageDrafts = new LineDrafts((text, expectedDamagedQty) => ({ setDamagedQty: Number(text), expectedDamagedQty }), true);
const ALL = [noteDrafts, damageDrafts];

export function useLineDraft(drafts: LineDrafts, key: LineKey): LineDraft | undefined {
  return useSyncExternalStore(drafts.watch, () => drafts.draftOf(key));
}

/** Sends the drafts when the page closes, and asks before leaving while the server can't be reached. */
export function useDraftsOnLeaving(): void {
  useEffect(() => {
    const leave = () => {
      for (const drafts of ALL) drafts.sendAll();
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (ALL.some((drafts) => drafts.all().some(({ state }) => state === 'retrying'))) event.preventDefault();
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
}

/** Whether the server takes the count of damaged units only with a note or a photo. */
export function needsEvidence(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.reason === 'note_needed';
}

function nameOf(key: LineKey): string {
  return `${key.stowage_receive_inventory_packing_list_id} ${key.stowage_supplier_po_id}`;
}

function pick({ stowage_supplier_po_id, stowage_receive_inventory_packing_list_id }: LineKey): LineKey {
  return { stowage_supplier_po_id, stowage_receive_inventory_packing_list_id };
}
