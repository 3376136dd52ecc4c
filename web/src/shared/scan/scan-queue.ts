import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { mayPass, RefusedError } from '../../api/problem.ts';
import { newId } from '../new-id.ts';

/** One beep, from the moment it is heard until the server has it or a person has dealt with it. */
export interface QueuedScan {
  /** Travels with the scan, so that sending it again counts once. */
  readonly id: string;
  readonly code: string;
  readonly at: number;
  readonly state: 'pending' | 'retrying' | 'done' | 'failed' | 'choosing' | 'asking';
  /** Why it failed, or what it waits for. */
  readonly message?: string;
  /** `failed`: because nobody knows the code. */
  readonly isUnknown?: boolean;
  /** `choosing`: the listings that the code names. */
  readonly matches?: readonly CatalogMatch[];
}

/** Where a screen's scans go. */
export interface Delivery<S extends QueuedScan> {
  /** Under what the scans of this screen are kept on the device. */
  readonly storage: 'scan' | 'audit' | 'count' | 'receiving';
  /** Sends a scan. @returns what became of it; @throws what `call` throws */
  send(scan: S): Promise<Partial<S> & Pick<S, 'state'>>;
}

/** What a scan carries beside its code. */
export type Belongings<S extends QueuedScan> = Omit<S, keyof QueuedScan>;

/** A fault of the server itself may concern this scan alone; after so many it must not hold up the others. */
const MAX_FAULTS = 3;
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;
/** Finished scans that stay in the list. */
const DONE_SHOWN = 12;

/**
 * The scans of one person on this device. Each is kept in local storage until the server has answered for it,
 * under a key of its own, so neither a reload, nor a dead server, nor a second tab loses or doubles one.
 */
export class ScanQueue<S extends QueuedScan> {
  private readonly prefix: string;
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(scan: S) => void>();
  private readonly delivery: Delivery<S>;
  private scans: readonly S[];
  private isSending = false;
  private isClosed = false;

  constructor(userId: string, delivery: Delivery<S>) {
    this.prefix = `stowage.${delivery.storage}.${userId}.`;
    this.delivery = delivery;
    this.scans = this.restore();
    window.addEventListener('storage', this.hearOtherTabs);
    void this.work();
  }

  readonly snapshot = (): readonly S[] => this.scans;

  readonly subscribe = (callback: () => void): (() => void) => {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  };

  /** Calls back for each scan that was taken or refused, needs a choice, or begins to wait. @returns a function that stops */
  onSettled(callback: (scan: S) => void): () => void {
    this.listeners.add(callback);
    return () => this.listeners.delete(callback);
  }

  add(code: string, belongings: Belongings<S>): void {
    const scan = { ...belongings, id: newId(), code, at: Date.now(), state: 'pending' } as S;
    this.keep(scan);
    this.set([scan, ...this.scans]);
    void this.work();
  }

  /** Sends a scan once more, as it was or with what a person has said of it: the same scan, so it still counts once. */
  again(scan: S): void {
    const pending: S = { ...scan, state: 'pending' };
    this.keep(pending);
    this.update(pending);
    void this.work();
  }

  /** The person has picked the listing that the code meant. */
  choose(scan: S, match: CatalogMatch): void {
    const { matches: _asked, ...rest } = scan;
    // The same scan id: whoever chooses in another tab as well chooses for the same beep.
    this.again({ ...rest, code: match.listing.sellerSku ?? match.listing.fnsku ?? scan.code } as S);
  }

  dismiss(scan: S): void {
    localStorage.removeItem(this.prefix + scan.id);
    this.set(this.scans.filter(({ id }) => id !== scan.id));
  }

  close(): void {
    this.isClosed = true;
    window.removeEventListener('storage', this.hearOtherTabs);
  }

  /** What another tab has dealt with is dealt with here. */
  private readonly hearOtherTabs = ({ key, newValue }: StorageEvent): void => {
    if (newValue !== null || !key?.startsWith(this.prefix)) return;
    this.set(this.scans.filter(({ id }) => this.prefix + id !== key));
  };

  /** Sends what waits, oldest first, one at a time: the history then has the order of the beeps. */
  private async work(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    let attempts = 0;
    let faults = 0;
    for (let next = this.next(); next !== undefined && !this.isClosed; next = this.next()) {
      const outcome = await this.send(next, faults);
      if (outcome.state === 'retrying') {
        this.update(outcome);
        if (next.state === 'pending') this.tell(outcome);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]));
        attempts += 1;
        faults = outcome.isFault ? faults + 1 : faults;
      } else {
        attempts = 0;
        faults = 0;
        this.settle(outcome);
      }
    }
    this.isSending = false;
  }

  private async send(scan: S, faultsBefore: number): Promise<S & { readonly isFault?: boolean }> {
    const { message: _old, isUnknown: _before, ...kept } = scan;
    const rest = kept as S;
    try {
      return { ...rest, ...(await this.delivery.send(scan)) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Somebody whose session ended signs in again, and their scans are sent then.
      const isSignedOut = error instanceof RefusedError && error.status === 401;
      const isFault = error instanceof RefusedError && error.status === 500;
      const isHopeless = isFault && faultsBefore + 1 >= MAX_FAULTS;
      if ((mayPass(error) && !isHopeless) || isSignedOut) return { ...rest, state: 'retrying', message, isFault };
      if (error instanceof RefusedError && error.reason === 'ambiguous') {
        return { ...rest, state: 'choosing', message, matches: (error.details as { matches: CatalogMatch[] }).matches };
      }
      const isUnknown = error instanceof RefusedError && error.reason === 'not_an_identifier';
      return { ...rest, state: 'failed', message, ...(isUnknown && { isUnknown }) };
    }
  }

  private settle(scan: S): void {
    if (scan.state === 'done') localStorage.removeItem(this.prefix + scan.id);
    else this.keep(scan);
    this.update(scan);
    this.tell(scan);
  }

  private tell(scan: S): void {
    for (const callback of this.listeners) {
      try {
        callback(scan);
      } catch (error) {
        // A screen that fails to show a result must not keep the next scan from being sent.
        console.error(error);
      }
    }
  }

  private next(): S | undefined {
    return this.scans.findLast(({ state }) => state === 'pending' || state === 'retrying');
  }

  private update(scan: S): void {
    const scans = this.scans.map((other) => (other.id === scan.id ? scan : other));
    const done = scans.filter(({ state }) => state === 'done');
    const tooOld = new Set(done.slice(DONE_SHOWN).map(({ id }) => id));
    this.set(scans.filter(({ id }) => !tooOld.has(id)));
  }

  private keep(scan: S): void {
    try {
      localStorage.setItem(this.prefix + scan.id, JSON.stringify(scan));
    } catch (error) {
      // A full storage must not stop the work: the scan is sent all the same, it only would not survive a reload.
      console.warn('The scan could not be kept on this device', error);
    }
  }

  private restore(): readonly S[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    return keys
      .map((key) => readScan<S>(localStorage.getItem(key)))
      .filter((scan) => scan !== undefined)
      .sort((a, b) => b.at - a.at);
  }

  private set(scans: readonly S[]): void {
    this.scans = scans;
    for (const callback of this.watchers) callback();
  }
}

/** A scan as it was kept; undefined when somebody has damaged it. */
function readScan<S extends QueuedScan>(kept: string | null): S | undefined {
  try {
    const scan = JSON.parse(kept ?? '') as S;
    return typeof scan.id === 'string' && typeof scan.code === 'string' ? scan : undefined;
  } catch {
    return undefined;
  }
}

const opened = new Map<object, { readonly userId: string; readonly queue: { close(): void } }>();

/** The queue of the person who is signed in. It works on whichever screen is open, until somebody else signs in. */
export function scanQueueOf<S extends QueuedScan>(userId: string, delivery: Delivery<S>): ScanQueue<S> {
  const known = opened.get(delivery);
  if (known?.userId === userId) return known.queue as ScanQueue<S>;
  known?.queue.close();
  const queue = new ScanQueue(userId, delivery);
  opened.set(delivery, { userId, queue });
  return queue;
}

/** Ends the work of the queues: nobody is signed in any more. What waits is sent after the next sign-in. */
export function closeScanQueues(): void {
  for (const { queue } of opened.values()) queue.close();
  opened.clear();
}
