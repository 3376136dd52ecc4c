import type { PutawayItem, PutawayResult, RecentPutaway } from '@stowage/contract/inventory/putaway';
import { putAway } from '@stowage/contract/inventory/putaway';
import { Undo2 } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { type ScanLook, UNSAVED_LOOKS } from '../../../shared/scan/LastScan.tsx';
import type { Delivery, QueuedScan } from '../../../shared/scan/scan-queue.ts';
import { parseUtcText } from '../../../ui/format/date-time.ts';

/** Units on their way to a shelf: the scan of the shelf, until the server has moved them. */
export interface PutawayScan extends QueuedScan {
  readonly name: string;
  readonly quantity: number;
  readonly location: string;
  readonly locationId: number | string;
  /** The location that the units leave; receiving if absent. */
  readonly fromLocationId?: number;
  /** Without its units in the location if it was read again. */
  readonly result?: Omit<PutawayResult, 'units'> & Partial<PutawayResult>;
  readonly isUndone?: boolean;
}

const LOOKS = {
  ...UNSAVED_LOOKS,
  done: { label: 'Put away', tone: 'good' },
  failed: { label: 'Not put away', tone: 'bad' },
} as const satisfies Record<string, ScanLook>;

const UNDONE_LOOK: ScanLook = { label: 'Undone', tone: 'neutral', icon: Undo2 };

export function putawayLook({ state, isUndone }: PutawayScan): ScanLook {
  if (isUndone) return UNDONE_LOOK;
  return LOOKS[state === 'pending' || state === 'retrying' || state === 'done' ? state : 'failed'];
}

export const putawayDelivery: Delivery<PutawayScan> = {
  storage: 'putaway',
  async send({ id, code, quantity, locationId, fromLocationId }) {
    const result = await call(putAway, { body: { clientId: id, code, quantity, locationId, ...(fromLocationId !== undefined && { fromLocationId }) } });
    return { state: 'done', result };
  },
};

/** The scan of a put-away that this page no longer has, such as after a reload. */
export function scanOf(result: RecentPutaway): PutawayScan {
  const { identifier, quantity, location, movements, created_at } = result;
  const at = parseUtcText(created_at)?.getTime() ?? 0;
  return { id: `movement ${movements[0]}`, code: identifier, at, state: 'done', name: nameOf(result), quantity, location, locationId: location, result };
}

/** The units in the person's hand, which wait for the scan of a shelf. */
export interface HeldUnits {
  readonly code: string;
  readonly item: PutawayItem;
  readonly quantity: number;
  /** Where they come from; undefined while none waits in receiving and the person has to say. */
  readonly from: PutawayItem['places'][number] | undefined;
}

export function nameOf({ item_name, identifier }: Pick<PutawayItem, 'item_name' | 'identifier'>): string {
  return item_name ?? identifier;
}

/** One unit, or the units of a scanned case. They come from receiving, or from the only other location. */
export function heldUnits(code: string, item: PutawayItem): HeldUnits {
  const from = item.places.find((place) => place.is_receiving) ?? (item.places.length === 1 ? item.places[0] : undefined);
  return { code, item, quantity: item.is_case ? (item.case_pack ?? 1) : 1, from };
}

/** `×24`, `x24`, `*24` or a short number: the units of a case. A longer number is a code. */
export function multiplierOf(text: string): number | undefined {
  const [, digits] = /^(?:[x×*]\s*)?(\d{1,3})$/i.exec(text) ?? [];
  const number = Number(digits ?? 0);
  return number >= 1 ? number : undefined;
}
