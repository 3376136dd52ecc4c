import { IDENTIFIER_MESSAGES, isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type RefObject, useRef, useState } from 'react';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { useScanQueue } from '../../../shared/scan/use-scan-queue.ts';
import type { ScanFieldHandle } from '../../../ui/scan/ScanField.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { useChosenLocation } from '../locations/use-chosen-location.ts';
import { useKnownLocations } from '../locations/use-known-locations.ts';
import { isRejected, type Scan, type ScanPlace, type StockDelivery, scanPayloadAt } from './scan.ts';
import { useHeldCodes } from './use-held-codes.ts';

interface ScanningOptions {
  /** Sends the scans; must not change while the page is open. */
  readonly delivery: StockDelivery;
  /** The current location. */
  readonly location: string | undefined;
  /** The location of the page's address, which follows `onLocation`. */
  readonly addressed: string | undefined;
  /** The location is not known yet: scans wait for it. */
  readonly isWaiting?: boolean;
  /** A location was chosen, or its own code was scanned. */
  readonly onLocation: (location: string) => void;
  /** The allowed locations; all if absent. */
  readonly only?: readonly string[] | undefined;
  /** Adds to the payload of a scan. */
  readonly withPlace?: (place: ScanPlace) => ScanPlace;
  /** Called before each code, to clear the previous message. */
  readonly onSubmit?: () => void;
  /** Called if this device rejects a code without a request. */
  readonly onRefused: (message: string) => void;
  /** Called with each result. */
  readonly onSettled: (scan: Scan) => void;
}

export interface Scanning {
  readonly field: RefObject<ScanFieldHandle | null>;
  readonly scans: readonly Scan[];
  /** The last scan since the page was opened, or one that is still being sent. */
  readonly latest: Scan | undefined;
  readonly queue: ScanQueue<Scan> | undefined;
  readonly locations: readonly ScanPlace[];
  /** The locations could not be loaded; the shelves stand in for them. */
  readonly isMissing: boolean;
  readonly place: ScanPlace | undefined;
  readonly submit: (text: string, how?: 'key' | 'pause') => void;
  readonly choose: (location: string) => void;
}

const NOWHERE: ScanPlace = { id: '', location: '' };

/** Scans units into a location, through the field or a scanner with any focus. A location's code changes the location. */
export function useScanning({
  delivery,
  location,
  addressed,
  isWaiting = false,
  onLocation,
  only,
  withPlace = (place) => place,
  onSubmit,
  onRefused,
  onSettled,
}: ScanningOptions): Scanning {
  const field = useRef<ScanFieldHandle>(null);
  // A text submitted by a pause may be incomplete, so a rejection puts it back into the field.
  const typed = useRef<string>(undefined);
  const [openedAt] = useState(() => Date.now());
  const { chosen, choose: chooseFirst } = useChosenLocation(location, addressed);
  const { known, isMissing } = useKnownLocations(location);
  const isOffered = (place: ScanPlace) => only === undefined || only.includes(place.location);
  const placeOf = (code: string | undefined) => known.find((place) => place.location.toUpperCase() === code?.toUpperCase());

  const { queue, scans } = useScanQueue(delivery, (scan) => {
    playTone(toneOf(scan));
    onSettled(scan);
    const isRefused = scan.state !== 'done' && scan.state !== 'retrying';
    if (isRefused && typed.current !== undefined && normalizeCode(typed.current) === scan.code) field.current?.putBack(typed.current);
  });

  const choose = (next: string) => {
    chooseFirst(next);
    onLocation(next);
    field.current?.focus();
  };
  const refuse = (code: string, message: string, place?: ScanPlace) => {
    playTone('error');
    onRefused(message);
    queue?.refuse(code, message, scanPayloadAt(place === undefined ? NOWHERE : withPlace(place)));
  };
  /** A pause cut the code, which is complete now. */
  const dismissBeginning = (beginning: string, code: string) => {
    const question = scans.find((scan) => scan.incomplete === 'ask' && scan.code === beginning);
    if (question !== undefined && code !== beginning && code.startsWith(beginning)) queue?.dismiss(question);
  };
  const take = (text: string, how: 'key' | 'pause' = 'key') => {
    const code = normalizeCode(text);
    if (code === '') return;
    onSubmit?.();
    const before = typed.current;
    typed.current = how === 'pause' ? text : undefined;
    if (before !== undefined) dismissBeginning(normalizeCode(before), code);
    const scannedPlace = placeOf(code);
    if (scannedPlace !== undefined) {
      if (!isOffered(scannedPlace)) return refuse(code, `${scannedPlace.location} is not part of this count`, scannedPlace);
      playTone('success');
      return choose(scannedPlace.location);
    }
    const target = placeOf(chosen.current);
    if (target === undefined) return refuse(code, IDENTIFIER_MESSAGES.noLocation);
    if (isLpn(code)) return refuse(code, IDENTIFIER_MESSAGES.lpn, target);
    queue?.add(code, scanPayloadAt(withPlace(target)));
  };

  const submit = useHeldCodes(isWaiting, take);
  useWedge({ onScan: (code) => submit(code), focusField: () => field.current?.focus() });
  const latest = scans.find(({ at, state }) => at >= openedAt || state === 'pending' || state === 'retrying');
  return { field, scans, latest, queue, locations: known.filter(isOffered), isMissing, place: placeOf(location), submit, choose };
}

/** A code that the catalog does not know was added, and a person should look at it. */
function toneOf({ state, result }: Scan) {
  if (state === 'done') return result?.item_name === null ? 'warning' : 'success';
  return isRejected(state) ? 'error' : 'warning';
}
