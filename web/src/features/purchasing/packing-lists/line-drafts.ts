import { NOTES_DELAY_MS, updatePackingListLine } from '@stowage/contract/purchasing/receiving';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { mayPass } from '../../../api/problem.ts';

const RETRY_MS = 3_000;

/** A line of a packing list, by its ids. */
export interface LineKey {
  readonly stowage_supplier_po_id: number;
  readonly stowage_receive_inventory_packing_list_id: number;
}

/** What a person wrote: until the server has it, and as long as they are at it. */
export interface LineDraft {
  readonly text: string;
  readonly state: 'typing' | 'saving' | 'saved' | 'retrying' | 'refused';
  /** Why it was refused. */
  readonly message?: string;
}

interface Kept {
  readonly key: LineKey;
  readonly draft: LineDraft;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  /** Hears what the server has now. */
  readonly onSaved: (text: string) => void;
}

/**
 * What was written about lines, on its way, kept outside the rows that show it: a long list draws only the rows in view,
 * and it is sent whether its row is in view or not.
 */
class LineDrafts {
  private readonly drafts = new Map<string, Kept>();
  /** Whose fields somebody is still at. */
  private readonly written = new Set<string>();
  private readonly watchers = new Set<() => void>();
  private readonly bodyOf: (text: string) => object;

  /** @param bodyOf what is sent of a line */
  constructor(bodyOf: (text: string) => object) {
    this.bodyOf = bodyOf;
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

  /** Keeps what is being written; it is sent a moment after the last edit. */
  write(key: LineKey, text: string, onSaved: Kept['onSaved']): void {
    this.written.add(nameOf(key));
    this.set(key, { text, state: 'typing' }, { onSaved, afterMs: NOTES_DELAY_MS });
  }

  /** Keeps what the server did not answer to: it is sent again until it does. */
  retry(key: LineKey, text: string, onSaved: Kept['onSaved']): void {
    this.set(key, { text, state: 'retrying' }, { onSaved, afterMs: RETRY_MS });
  }

  /** The field is left: what waits is sent at once, and the server's word stands where it has it. */
  leave(key: LineKey): void {
    this.written.delete(nameOf(key));
    const kept = this.drafts.get(nameOf(key));
    if (kept?.draft.state === 'typing') void this.send(kept, false);
    if (kept?.draft.state === 'saved') this.drop(key);
  }

  /** Forgets what was written. */
  drop(key: LineKey): void {
    clearTimeout(this.drafts.get(nameOf(key))?.timer);
    this.drafts.delete(nameOf(key));
    this.tell();
  }

  /** Sends what waits: the page goes away. */
  sendAll(): void {
    for (const kept of this.drafts.values()) if (kept.draft.state !== 'refused' && kept.draft.state !== 'saved') void this.send(kept, true);
  }

  private async send({ key, draft: { text }, onSaved, timer }: Kept, isLast: boolean): Promise<void> {
    clearTimeout(timer);
    const isStill = () => this.draftOf(key)?.text === text;
    this.set(key, { text, state: 'saving' }, { onSaved });
    try {
      await call(updatePackingListLine, { body: { ...pick(key), ...this.bodyOf(text) } }, { outlivesPage: isLast });
      onSaved(text.trim());
      if (!isStill()) return;
      // Whoever is still at it keeps what they typed, a blank at its end, too.
      if (this.written.has(nameOf(key))) this.set(key, { text, state: 'saved' }, { onSaved });
      else this.drop(key);
    } catch (error) {
      if (!isStill()) return;
      const message = error instanceof Error ? error.message : String(error);
      if (mayPass(error)) this.retry(key, text, onSaved);
      else this.set(key, { text, state: 'refused', message }, { onSaved });
    }
  }

  private set(key: LineKey, draft: LineDraft, { onSaved, afterMs }: { onSaved: Kept['onSaved']; afterMs?: number }): void {
    clearTimeout(this.drafts.get(nameOf(key))?.timer);
    const kept: Kept = { key: pick(key), draft, onSaved, timer: afterMs === undefined ? undefined : setTimeout(() => void this.send(kept, false), afterMs) };
    this.drafts.set(nameOf(key), kept);
    this.tell();
  }

  private tell(): void {
    for (const callback of this.watchers) callback();
  }
}

export const noteDrafts = new LineDrafts((text) => ({ line_item_notes: text }));
/** Numbers of damaged units that the server did not answer to. */
export const damageDrafts = new LineDrafts((text) => ({ setDamagedQty: Number(text) }));
const ALL = [noteDrafts, damageDrafts];

export function useLineDraft(drafts: LineDrafts, key: LineKey): LineDraft | undefined {
  return useSyncExternalStore(drafts.watch, () => drafts.draftOf(key));
}

/** Sends what waits when the page goes away, and asks to stay where the server can't be reached. */
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

function nameOf(key: LineKey): string {
  return `${key.stowage_receive_inventory_packing_list_id} ${key.stowage_supplier_po_id}`;
}

function pick({ stowage_supplier_po_id, stowage_receive_inventory_packing_list_id }: LineKey): LineKey {
  return { stowage_supplier_po_id, stowage_receive_inventory_packing_list_id };
}
