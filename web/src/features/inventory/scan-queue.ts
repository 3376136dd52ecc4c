import type { CatalogueMatch } from '@stowage/contract/catalogue';
import { scanUnit } from '@stowage/contract/inventory';
import type { AuditResult } from '@stowage/contract/inventory-audit';
import type { CountedItem } from '@stowage/contract/inventory-count';
import { call } from '../../api/call.ts';
import { mayPass, RefusedError } from '../../api/problem.ts';
import { newId } from '../../shared/new-id.ts';

/** What the server made of a scan: an audit's result, or a count's. */
type ScanResult = Pick<AuditResult, 'item_name' | 'seller_sku' | 'identifier' | 'sku_condition' | 'location' | 'counted'> &
  Partial<Pick<AuditResult, 'from_location' | 'elsewhere'>> & {
    readonly outcome: AuditResult['outcome'] | CountedItem['outcome'];
    /** null in a blind count. */
    readonly expected: number | null;
  };

/** One beep, from the moment it is heard until the server has it or a person has dealt with it. */
export interface Scan {
  /** Travels with the scan, so that sending it again counts once. */
  readonly id: string;
  readonly code: string;
  /** The location's id, or its code where the page did not know the id yet. */
  readonly locationId: number | string;
  readonly location: string;
  readonly at: number;
  readonly state: 'pending' | 'retrying' | 'done' | 'failed' | 'choosing' | 'asking';
  /** Why it failed, or what it waits for. */
  readonly message?: string;
  /** `choosing`: the listings that the code names. */
  readonly matches?: readonly CatalogueMatch[];
  /** On the audit: the round that it belongs to, what the server made of it, and the person's answer where it asked. */
  readonly roundId?: string;
  readonly result?: ScanResult;
  /** In a count: which one. */
  readonly countId?: number;
  readonly answer?: { readonly surplus: 'add' } | { readonly surplus: 'move'; readonly fromLocationId: number };
}

/** Where a screen's scans go. */
export interface Delivery {
  /** Under what the scans of this screen are kept on the device. */
  readonly storage: 'scan' | 'audit' | 'count';
  /** Sends a scan. @returns what became of it; @throws what `call` throws */
  send(scan: Scan): Promise<Pick<Scan, 'state' | 'result'>>;
}

/** Takes each scan into stock, as another unit. */
export const stockDelivery: Delivery = {
  storage: 'scan',
  async send({ id, code, locationId }) {
    await call(scanUnit, { body: { productId: code, locationId, clientScanId: id } });
    return { state: 'done' };
  },
};

/** Where a scan goes. */
export interface ScanPlace {
  readonly id: number | string;
  readonly location: string;
  readonly roundId?: string | undefined;
  readonly countId?: number | undefined;
}

/** A fault of the server itself may concern this scan alone; after so many it must not hold up the others. */
const MAX_FAULTS = 3;
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;
/** Finished scans that stay in the list. */
const DONE_SHOWN = 12;

/**
 * The scans of one person on this device. Each is kept in local storage until the server has answered for it,
 * under a key of its own, so neither a reload, nor a dead server, nor a second tab loses or doubles one.
 */
export class ScanQueue {
  private readonly prefix: string;
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(scan: Scan) => void>();
  private readonly delivery: Delivery;
  private scans: readonly Scan[];
  private isSending = false;
  private isClosed = false;

  constructor(userId: string, delivery: Delivery) {
    this.prefix = `stowage.${delivery.storage}.${userId}.`;
    this.delivery = delivery;
    this.scans = this.restore();
    window.addEventListener('storage', this.hearOtherTabs);
    void this.work();
  }

  readonly snapshot = (): readonly Scan[] => this.scans;

  readonly subscribe = (callback: () => void): (() => void) => {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  };

  /** Calls back for each scan that was taken or refused, needs a choice, or begins to wait. @returns a function that stops */
  onSettled(callback: (scan: Scan) => void): () => void {
    this.listeners.add(callback);
    return () => this.listeners.delete(callback);
  }

  add(code: string, place: ScanPlace): void {
    const { id: locationId, location, roundId, countId } = place;
    const belongsTo = { ...(roundId !== undefined && { roundId }), ...(countId !== undefined && { countId }) };
    const scan: Scan = { id: newId(), code, locationId, location, ...belongsTo, at: Date.now(), state: 'pending' };
    this.keep(scan);
    this.set([scan, ...this.scans]);
    void this.work();
  }

  /** Sends a failed scan once more: the same scan, so it still counts once. What was answered for it is asked again. */
  retry({ answer: _old, ...scan }: Scan): void {
    this.again(scan);
  }

  /** The person has said what to do with one too many: the same scan, so it still counts once. */
  answer(scan: Scan, answer: NonNullable<Scan['answer']>): void {
    this.again({ ...scan, answer });
  }

  /** The person has picked the listing that the code meant. */
  choose({ matches: _asked, ...scan }: Scan, match: CatalogueMatch): void {
    // The same scan id: whoever chooses in another tab as well chooses for the same beep.
    this.again({ ...scan, code: match.listing.sellerSku ?? match.listing.fnsku ?? scan.code });
  }

  dismiss(scan: Scan): void {
    localStorage.removeItem(this.prefix + scan.id);
    this.set(this.scans.filter(({ id }) => id !== scan.id));
  }

  close(): void {
    this.isClosed = true;
    window.removeEventListener('storage', this.hearOtherTabs);
  }

  private again(scan: Scan): void {
    const pending: Scan = { ...scan, state: 'pending' };
    this.keep(pending);
    this.update(pending);
    void this.work();
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

  private async send(scan: Scan, faultsBefore: number): Promise<Scan & { readonly isFault?: boolean }> {
    const { message: _old, ...rest } = scan;
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
        return { ...rest, state: 'choosing', message, matches: (error.details as { matches: CatalogueMatch[] }).matches };
      }
      return { ...rest, state: 'failed', message };
    }
  }

  private settle(scan: Scan): void {
    if (scan.state === 'done') localStorage.removeItem(this.prefix + scan.id);
    else this.keep(scan);
    this.update(scan);
    this.tell(scan);
  }

  private tell(scan: Scan): void {
    for (const callback of this.listeners) {
      try {
        callback(scan);
      } catch (error) {
        // A screen that fails to show a result must not keep the next scan from being sent.
        console.error(error);
      }
    }
  }

  private next(): Scan | undefined {
    return this.scans.findLast(({ state }) => state === 'pending' || state === 'retrying');
  }

  private update(scan: Scan): void {
    const scans = this.scans.map((other) => (other.id === scan.id ? scan : other));
    const done = scans.filter(({ state }) => state === 'done');
    const tooOld = new Set(done.slice(DONE_SHOWN).map(({ id }) => id));
    this.set(scans.filter(({ id }) => !tooOld.has(id)));
  }

  private keep(scan: Scan): void {
    try {
      localStorage.setItem(this.prefix + scan.id, JSON.stringify(scan));
    } catch (error) {
      // A full storage must not stop the work: the scan is sent all the same, it only would not survive a reload.
      console.warn('The scan could not be kept on this device', error);
    }
  }

  private restore(): readonly Scan[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    return keys
      .map((key) => readScan(localStorage.getItem(key)))
      .filter((scan) => scan !== undefined)
      .sort((a, b) => b.at - a.at);
  }

  private set(scans: readonly Scan[]): void {
    this.scans = scans;
    for (const callback of this.watchers) callback();
  }
}

/** A scan as it was kept; undefined when somebody has damaged it. */
function readScan(kept: string | null): Scan | undefined {
  try {
    const scan = JSON.parse(kept ?? '') as Scan;
    return typeof scan.id === 'string' && typeof scan.code === 'string' ? scan : undefined;
  } catch {
    return undefined;
  }
}

const opened = new Map<Delivery, { readonly userId: string; readonly queue: ScanQueue }>();

/** The queue of the person who is signed in. It works on whichever screen is open, until somebody else signs in. */
export function scanQueueOf(userId: string, delivery: Delivery): ScanQueue {
  const known = opened.get(delivery);
  if (known?.userId === userId) return known.queue;
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
