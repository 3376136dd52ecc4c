import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { messageOf } from '@stowage/contract/errors';
import { lookUpPutaway, MAX_PUTAWAY_UNITS } from '@stowage/contract/inventory/putaway';
import { type RefObject, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { RefusedError } from '../../../api/problem.ts';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { untilAnswered } from '../../../shared/scan/until-answered.ts';
import { useScanQueue } from '../../../shared/scan/use-scan-queue.ts';
import type { ScanFieldHandle } from '../../../ui/scan/ScanField.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { useKnownLocations } from '../locations/use-known-locations.ts';
import type { ScanPlace } from '../scan/scan.ts';
import { type HeldUnits, heldUnits, multiplierOf, nameOf, type PutawayScan, putawayDelivery } from './putaway.ts';

/** What the bench shows besides the scans. */
interface PutawayState {
  readonly held?: HeldUnits | undefined;
  /** A code is being looked up. */
  readonly lookingUp?: string | undefined;
  /** Why the last code changed nothing. */
  readonly problem?: string | undefined;
  /** The listings of a code that names several. */
  readonly matches?: readonly CatalogMatch[] | undefined;
}

export interface Putaway extends PutawayState {
  readonly field: RefObject<ScanFieldHandle | null>;
  readonly scans: readonly PutawayScan[];
  readonly queue: ScanQueue<PutawayScan> | undefined;
  readonly submit: (text: string) => void;
  /** Changes the units in hand, or puts them back. */
  readonly hold: (held: HeldUnits | undefined) => void;
  readonly clearProblem: () => void;
}

/** Scans units and then their shelf. Codes are handled one after the other, so a fast scanner loses none. */
export function usePutaway(): Putaway {
  const field = useRef<ScanFieldHandle>(null);
  const [state, setState] = useState<PutawayState>({});
  // The codes of a burst are handled before the page is rendered again.
  const current = useRef<PutawayState>({});
  const line = useRef<Promise<void>>(Promise.resolve());
  const { known } = useKnownLocations(undefined);
  const { queue, scans } = useScanQueue(putawayDelivery, ({ state: result }) => {
    playTone(result === 'done' ? 'success' : result === 'failed' ? 'error' : 'warning');
  });
  const set = (next: PutawayState) => {
    current.current = next;
    setState(next);
  };
  /** Lists a code that changed nothing. */
  const list = (code: string, problem: string, { name = code, quantity = 1 } = {}) =>
    queue?.refuse(code, problem, { name, quantity, location: '', locationId: '' });
  const refuse = (code: string, problem: string, matches?: readonly CatalogMatch[]) => {
    playTone('error');
    list(code, problem);
    set({ held: current.current.held, problem, matches });
  };
  const hold = (held: HeldUnits | undefined, problem?: string) => set({ held, problem });

  const toShelf = (place: ScanPlace) => {
    const { held } = current.current;
    if (held === undefined) return refuse(place.location, `${place.location} is a location. Scan a unit or a case first.`);
    if (held.from === undefined) return refuse(place.location, 'Choose where the units come from first.');
    const { code, quantity, item, from } = held;
    queue?.add(code, {
      name: nameOf(item),
      quantity,
      location: place.location,
      locationId: place.id,
      ...(!from.is_receiving && { fromLocationId: from.location_id }),
    });
    hold(undefined);
  };
  const multiply = (quantity: number, code: string) => {
    const { held } = current.current;
    if (held === undefined) return refuse(code, 'Scan a unit of the case first, then its number of units.');
    if (quantity > MAX_PUTAWAY_UNITS) return refuse(code, `At most ${MAX_PUTAWAY_UNITS} units at a time`);
    playTone('success');
    hold({ ...held, quantity });
  };
  const toItem = async (code: string) => {
    const { held } = current.current;
    if (held !== undefined && held.code.toUpperCase() === code.toUpperCase()) {
      return multiply(held.quantity + heldUnits(code, held.item).quantity, code);
    }
    set({ held, lookingUp: code });
    try {
      const item = await untilAnswered(() => call(lookUpPutaway, { body: { code } }));
      // The same item by another of its codes, such as its UPC after its FNSKU.
      if (held?.item.identifier === item.identifier) return multiply(held.quantity + heldUnits(code, item).quantity, code);
      const isLeft = held !== undefined;
      playTone(isLeft ? 'warning' : 'success');
      const problem = isLeft ? `${nameOf(held.item)} was not put away: no shelf was scanned.` : undefined;
      if (isLeft && problem !== undefined) list(held.code, problem, { name: nameOf(held.item), quantity: held.quantity });
      hold(heldUnits(code, item), problem);
    } catch (error) {
      const matches = error instanceof RefusedError && error.reason === 'ambiguous' ? (error.details as { matches: CatalogMatch[] }).matches : undefined;
      refuse(code, messageOf(error), matches);
    }
  };
  const handle = async (code: string) => {
    const place = known.find(({ location }) => location.toUpperCase() === code.toUpperCase());
    if (place !== undefined) return toShelf(place);
    const quantity = multiplierOf(code);
    return quantity === undefined ? toItem(code) : multiply(quantity, code);
  };
  const submit = (text: string) => {
    const code = normalizeCode(text);
    if (code !== '') line.current = line.current.then(() => handle(code));
  };
  useWedge({ onScan: submit, focusField: () => field.current?.focus() });
  return { ...state, field, scans, queue, submit, hold, clearProblem: () => set({ ...current.current, problem: undefined }) };
}
