import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { messageOf } from '@stowage/contract/errors';
import type { IncompleteCode } from '@stowage/contract/inventory/scan';
import { pause } from '../../api/pause.ts';
import { mayPass, RefusedError } from '../../api/problem.ts';
import { currentSession } from '../../api/session.ts';
import { newId } from '../new-id.ts';
import { ScanStorage, withoutOld } from './stored-scans.ts';

/** One scan, until the server has stored it or a person has dealt with it. */
export interface QueuedScan {
  /** Sent with the scan, so that a retry counts once. */
  readonly id: string;
  readonly code: string;
  /** The time of the scan, or of its last answer or retry. */
  readonly at: number;
  /** `refused`: the code is not one that can be scanned here, so there is nothing to save. `failed`: a scan that was not saved. */
  readonly state: 'pending' | 'retrying' | 'done' | 'failed' | 'refused' | 'choosing' | 'asking';
  /** The error, or what the scan waits for. */
  readonly message?: string;
  /** `refused` by the server, because nothing has this code. */
  readonly isUnknown?: boolean;
  /** `choosing`: the listings with this code, or with longer codes that begin with it. */
  readonly matches?: readonly CatalogMatch[];
  /** `ask`: the code is unknown, and longer codes begin with it; `add`: the person has confirmed it. */
  readonly incomplete?: IncompleteCode;
}

/** Sends the scans of a screen. */
export interface Delivery<S extends QueuedScan> {
  /** A part of the local storage keys of this screen's scans. */
  readonly storage: 'scan' | 'audit' | 'count' | 'receiving' | 'putaway';
  /** Sends a scan. @returns the result; @throws what `call` throws */
  send(scan: S): Promise<Partial<S> & Pick<S, 'state'>>;
}

/** The data of a scan besides its code. */
export type ScanPayload<S extends QueuedScan> = Omit<S, keyof QueuedScan>;

/** After this many server errors a scan fails, so that it doesn't block the others. */
const MAX_FAULTS = 3;
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;
/** How often a page looks for scans of closed ones. */
const ADOPT_MS = 60_000;
/** The page that made a younger scan may still be sending it. */
const ADOPTED_AFTER_MS = 30_000;
/**
 * The scans of one person on this device. Each is stored in local storage under its own key until the server has answered,
 * so that a reload, a server failure or a second tab neither loses nor duplicates it.
 */
export class ScanQueue<S extends QueuedScan> {
  private readonly storage: ScanStorage<S>;
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(scan: S) => void>();
  private readonly userId: string;
  private readonly delivery: Delivery<S>;
  private scans: readonly S[];
  private isSending = false;
  /** Why the last attempt was not answered; the scans wait for the next one. */
  private blockedBy: Pick<QueuedScan, 'message'> | undefined;
  isClosed = false;
  private readonly adoption: ReturnType<typeof setInterval>;

  constructor(userId: string, delivery: Delivery<S>) {
    this.userId = userId;
    this.storage = new ScanStorage(`stowage.${delivery.storage}.${userId}.`);
    this.delivery = delivery;
    this.scans = this.storage.readAll();
    window.addEventListener('storage', this.onStorage);
    window.addEventListener('online', this.adopt);
    window.addEventListener('beforeunload', this.askToStay);
    document.addEventListener('visibilitychange', this.adopt);
    this.adoption = setInterval(this.adopt, ADOPT_MS);
    void this.work();
  }

  readonly snapshot = (): readonly S[] => this.scans;

  readonly subscribe = (callback: () => void): (() => void) => {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  };

  /** Calls back for each scan that was accepted or rejected, needs a choice, or begins to wait. @returns a function that unsubscribes */
  onSettled(callback: (scan: S) => void): () => void {
    this.listeners.add(callback);
    return () => this.listeners.delete(callback);
  }

  add(code: string, payload: ScanPayload<S>): void {
    const scan = { ...payload, id: newId(), code, at: Date.now(), state: 'pending' } as S;
    this.storage.store(scan);
    const shown = this.withBlock(scan);
    this.set([shown, ...this.scans]);
    if (shown.state === 'retrying') this.notify(shown);
    void this.work();
  }

  /** Lists a code that this device rejects without a request. */
  refuse(code: string, message: string, payload: ScanPayload<S>): void {
    const scan = { ...payload, id: newId(), code, at: Date.now(), state: 'refused', message } as S;
    this.set(withoutOld([scan, ...this.scans]));
  }

  /** Sends a scan again, unchanged or with a person's answer, as the latest scan. It keeps its id, so it still counts once. */
  again(scan: S): void {
    const pending: S = { ...scan, at: Date.now(), state: 'pending' };
    this.storage.store(pending);
    this.set([pending, ...this.scans.filter(({ id }) => id !== scan.id)]);
    void this.work();
  }

  /** Sends the scan for the listing that the person chose. */
  choose(scan: S, match: CatalogMatch): void {
    const { matches: _asked, incomplete: _question, ...rest } = scan;
    // Keeps the id, so that a choice in another tab concerns the same scan.
    this.again({ ...rest, code: match.listing.sellerSku ?? match.listing.fnsku ?? scan.code } as S);
  }

  /** Shows a scan as it is now. */
  update(scan: S): void {
    this.set(withoutOld(this.scans.map((other) => (other.id === scan.id ? scan : other))));
  }

  dismiss(scan: S): void {
    this.storage.remove(scan);
    this.set(this.scans.filter(({ id }) => id !== scan.id));
  }

  close(): void {
    this.isClosed = true;
    window.removeEventListener('storage', this.onStorage);
    window.removeEventListener('online', this.adopt);
    window.removeEventListener('beforeunload', this.askToStay);
    document.removeEventListener('visibilitychange', this.adopt);
    clearInterval(this.adoption);
  }

  /** Takes over the scans that a closed tab has left. If another tab sends them too, their ids make them count once. */
  private readonly adopt = (): void => {
    const known = new Set(this.scans.map(({ id }) => id));
    const left = this.storage.readAll().filter(({ id, at }) => !known.has(id) && Date.now() - at >= ADOPTED_AFTER_MS);
    if (left.length === 0) return;
    this.set([...this.scans, ...left].sort((a, b) => b.at - a.at));
    void this.work();
  };

  /** Removes the scans that another tab has dealt with. */
  private readonly onStorage = ({ key, newValue }: StorageEvent): void => {
    if (newValue === null && key !== null) this.set(this.scans.filter((scan) => this.storage.keyOf(scan) !== key));
  };

  /** A scan that could not be stored would be lost with the page. */
  private readonly askToStay = (event: Event): void => {
    if (this.scans.some((scan) => this.storage.misses(scan))) event.preventDefault();
  };

  /** Sends the waiting scans one at a time, oldest first, so that the history has the order of the scans. */
  private async work(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    let attempts = 0;
    let faults = 0;
    for (let next = this.next(); next !== undefined && !this.isClosed; next = this.next()) {
      const outcome = await this.send(next, faults);
      if (outcome.state === 'retrying') {
        this.blockedBy = { ...(outcome.message !== undefined && { message: outcome.message }) };
        this.set(this.scans.map((other) => (other.id === outcome.id ? outcome : this.withBlock(other))));
        if (next.state === 'pending') this.notify(outcome);
        await pause(RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]);
        attempts += 1;
        faults = outcome.isFault ? faults + 1 : faults;
      } else {
        attempts = 0;
        faults = 0;
        this.blockedBy = undefined;
        this.settle(outcome);
      }
    }
    this.isSending = false;
  }

  /** A scan that waits behind a failed attempt is not being saved. */
  private withBlock(scan: S): S {
    return scan.state === 'pending' && this.blockedBy !== undefined ? { ...scan, ...this.blockedBy, state: 'retrying' } : scan;
  }

  private async send(scan: S, faultsBefore: number): Promise<S & { readonly isFault?: boolean }> {
    const { message: _old, isUnknown: _before, ...kept } = scan;
    const rest = kept as S;
    // Another person may have signed in, in another tab of which this one has not heard yet.
    if (currentSession()?.userId !== this.userId) return { ...rest, state: 'retrying' };
    try {
      return { ...rest, ...(await this.delivery.send(scan)) };
    } catch (error) {
      const message = messageOf(error);
      // The scans are sent when the person signs in again.
      const isSignedOut = error instanceof RefusedError && error.status === 401;
      const isFault = error instanceof RefusedError && error.status === 500;
      const isHopeless = isFault && faultsBefore + 1 >= MAX_FAULTS;
      if ((mayPass(error) && !isHopeless) || isSignedOut) return { ...rest, state: 'retrying', message, isFault };
      if (error instanceof RefusedError && (error.reason === 'ambiguous' || error.reason === 'incomplete')) {
        const { matches } = error.details as { matches: CatalogMatch[] };
        return { ...rest, state: 'choosing', message, matches, ...(error.reason === 'incomplete' && { incomplete: 'ask' }) };
      }
      if (error instanceof RefusedError && error.reason === 'not_an_identifier') return { ...rest, state: 'refused', message, isUnknown: true };
      return { ...rest, state: 'failed', message };
    }
  }

  private settle(scan: S): void {
    if (scan.state === 'done' || scan.state === 'refused') this.storage.remove(scan);
    else this.storage.store(scan);
    this.update(scan);
    this.notify(scan);
  }

  private notify(scan: S): void {
    for (const callback of this.listeners) {
      try {
        callback(scan);
      } catch (error) {
        // A screen that fails to show a result must not block the next scan.
        console.error(error);
      }
    }
  }

  private next(): S | undefined {
    return this.scans.findLast(({ state }) => state === 'pending' || state === 'retrying');
  }

  private set(scans: readonly S[]): void {
    this.scans = scans;
    for (const callback of this.watchers) callback();
  }
}
