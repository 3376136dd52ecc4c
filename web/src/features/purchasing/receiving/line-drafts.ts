import { messageOf } from '@stowage/contract/errors';
import { NOTES_DELAY_MS, updatePackingListLine } from '@stowage/contract/purchasing/receiving';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { isChangedMeanwhile, mayPass, RefusedError } from '../../../api/problem.ts';
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
  /** What another person wrote meanwhile; the draft was refused for it. */
  readonly changedTo?: string;
}

interface Entry<Seen> {
  readonly key: LineKey;
  readonly draft: LineDraft;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  /** Called with the saved text. */
  readonly onSaved: (text: string) => void;
  /** What the server had when the person began to type, or what they saved since. */
  readonly seen?: Seen | undefined;
  /** Texts that were sent and not answered: the server may have any of them. */
  readonly unanswered?: readonly string[] | undefined;
}

type Kept<Seen> = Pick<Entry<Seen>, 'onSaved' | 'seen' | 'unanswered'>;

/**
 * The drafts of all lines, outside of the rows: a long list renders only the visible rows, but sends the drafts of the others too.
 */
class LineDrafts<Seen extends string | number> {
  private readonly drafts = new Map<string, Entry<Seen>>();
  /** The texts that are being sent. One call of a line at a time, so that an older text can't replace a newer one. */
  private readonly sending = new Map<string, string>();
  /** The lines whose fields have the focus. */
  private readonly focused = new Set<string>();
  private readonly watchers = new Set<() => void>();
  private readonly bodyOf: (text: string, seen: Seen | undefined) => object;
  private readonly seenOf: (text: string) => Seen;
  private readonly waitsForEvidence: boolean;
  /** The person who has typed them. */
  private ownerId: string | undefined;

  /**
   * @param bodyOf builds the changed fields of a call
   * @param seenOf what the server has once it has saved a text
   * @param waitsForEvidence whether a draft that needs a note or a photo waits for it
   */
  constructor(bodyOf: (text: string, seen: Seen | undefined) => object, seenOf: (text: string) => Seen, waitsForEvidence = false) {
    this.bodyOf = bodyOf;
    this.seenOf = seenOf;
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

  /** Stores the typed text, which is sent shortly after the last edit. @param seen what the field shows without a draft */
  write(key: LineKey, text: string, { onSaved, seen }: Required<Pick<Entry<Seen>, 'onSaved' | 'seen'>>): void {
    this.focused.add(nameOf(key));
    this.set(key, { text, state: 'typing' }, { seen, ...this.drafts.get(nameOf(key)), onSaved, afterMs: NOTES_DELAY_MS });
  }

  /** Stores a text that the server did not answer to, and sends it until it does. */
  retry(key: LineKey, text: string, { onSaved, seen }: Kept<Seen>): void {
    this.set(key, { text, state: 'retrying' }, { onSaved, seen, afterMs: RETRY_MS });
  }

  /** Stores a count of damaged units that the server takes only with a note or a photo. @param message why */
  wait(key: LineKey, text: string, { message, onSaved, seen }: Kept<Seen> & { message: string }): void {
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

  private async send({ key, draft: { text }, timer, ...kept }: Entry<Seen>, isLast: boolean): Promise<void> {
    clearTimeout(timer);
    const name = nameOf(key);
    const underway = this.sending.get(name);
    if (underway !== undefined && !isLast) return this.set(key, { text, state: 'typing' }, { ...kept, afterMs: NOTES_DELAY_MS });
    // Nobody knows whether the server still gets the earlier text of a page that closes.
    const seen = underway === undefined || underway === text ? kept.seen : undefined;
    this.set(key, { text, state: 'saving' }, kept);
    this.sending.set(name, text);
    try {
      await call(updatePackingListLine, { body: { ...pick(key), ...this.bodyOf(text, seen) } }, { outlivesPage: isLast });
      kept.onSaved(text.trim());
      this.onAnswer(key, text, { onSaved: kept.onSaved, seen: this.seenOf(text) });
    } catch (error) {
      this.onFailure(key, text, { kept, error });
    } finally {
      this.sending.delete(name);
    }
  }

  private onAnswer(key: LineKey, text: string, kept: Kept<Seen>): void {
    const entry = this.drafts.get(nameOf(key));
    // A text that was typed meanwhile is a change of the saved one.
    if (entry?.draft.text !== text) this.remember(key, { seen: kept.seen, unanswered: [] });
    // A focused field keeps the text exactly as typed, including a trailing space.
    else if (this.focused.has(nameOf(key))) this.set(key, { text, state: 'saved' }, kept);
    else this.drop(key);
  }

  private onFailure(key: LineKey, text: string, { kept, error }: { kept: Kept<Seen>; error: unknown }): void {
    const unanswered = mayPass(error) ? [...(kept.unanswered ?? []), text.trim()] : kept.unanswered;
    if (this.draftOf(key)?.text !== text) return this.remember(key, { unanswered });
    const message = messageOf(error);
    if (mayPass(error)) this.set(key, { text, state: 'retrying' }, { ...kept, unanswered, afterMs: RETRY_MS });
    else if (this.waitsForEvidence && needsEvidence(error)) this.wait(key, text, { ...kept, message });
    else if (isChangedMeanwhile(error) && hasNotes(error.details)) this.onStale(key, text, { kept, message, notes: error.details.line_item_notes ?? '' });
    else this.set(key, { text, state: 'refused', message }, kept);
  }

  /** An earlier text of the same person, whose answer was lost, is no reason to refuse the next one. */
  private onStale(key: LineKey, text: string, { kept, message, notes }: { kept: Kept<Seen>; message: string; notes: string }): void {
    const next = { onSaved: kept.onSaved, seen: this.seenOf(notes) };
    if (kept.unanswered?.includes(notes)) this.set(key, { text, state: 'retrying' }, { ...next, afterMs: 0 });
    else this.set(key, { text, state: 'refused', message, changedTo: notes }, next);
  }

  private remember(key: LineKey, changed: Partial<Entry<Seen>>): void {
    const entry = this.drafts.get(nameOf(key));
    if (entry !== undefined) this.drafts.set(nameOf(key), { ...entry, ...changed });
  }

  private set(key: LineKey, draft: LineDraft, { onSaved, seen, unanswered, afterMs }: Kept<Seen> & { afterMs?: number }): void {
    clearTimeout(this.drafts.get(nameOf(key))?.timer);
    this.ownerId = currentSession()?.userId;
    const sendNewest = () => {
      const entry = this.drafts.get(nameOf(key));
      if (entry !== undefined) void this.send(entry, false);
    };
    const timer = afterMs === undefined ? undefined : setTimeout(sendNewest, afterMs);
    this.drafts.set(nameOf(key), { key: pick(key), draft, onSaved, seen, unanswered, timer });
    this.notifyWatchers();
  }

  private notifyWatchers(): void {
    for (const callback of this.watchers) callback();
  }
}

export const noteDrafts = new LineDrafts<string>(
  (text, seen) => ({ line_item_notes: text, seen_notes: seen }),
  (text) => text.trim(),
);
/** Counts of damaged units that the server did not answer to, or that wait for a note or a photo. */
export const damageDrafts = new LineDrafts<number>((text, expectedDamagedQty) => ({ setDamagedQty: Number(text), expectedDamagedQty }), Number, true);
const ALL = [noteDrafts, damageDrafts];

export function useLineDraft<Seen extends string | number>(drafts: LineDrafts<Seen>, key: LineKey): LineDraft | undefined {
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

function hasNotes(details: unknown): details is { readonly line_item_notes: string | null } {
  return typeof details === 'object' && details !== null && 'line_item_notes' in details;
}

function nameOf(key: LineKey): string {
  return `${key.stowage_receive_inventory_packing_list_id} ${key.stowage_supplier_po_id}`;
}

function pick({ stowage_supplier_po_id, stowage_receive_inventory_packing_list_id }: LineKey): LineKey {
  return { stowage_supplier_po_id, stowage_receive_inventory_packing_list_id };
}
