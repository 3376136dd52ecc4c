import { IDENTIFIER_MESSAGES, isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type RefObject, useRef } from 'react';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { useScanQueue } from '../../../shared/scan/use-scan-queue.ts';
import type { ScanFieldHandle } from '../../../ui/scan/ScanField.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { useChosenLocation } from '../locations/use-chosen-location.ts';
import { useKnownLocations } from '../locations/use-known-locations.ts';
import { type Scan, type ScanPlace, type StockDelivery, scanPayloadAt } from './scan.ts';

interface ScanningOptions {
  /** Sends the scans; must not change while the page is open. */
  readonly delivery: StockDelivery;
  /** The current location. */
  readonly location: string | undefined;
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
  readonly queue: ScanQueue<Scan> | undefined;
  readonly locations: readonly ScanPlace[];
  /** The locations could not be loaded; the shelves stand in for them. */
  readonly isMissing: boolean;
  readonly place: ScanPlace | undefined;
  readonly submit: (text: string, how?: 'key' | 'pause') => void;
  readonly choose: (location: string) => void;
}

/** Scans units into a location, through the field or a scanner with any focus. A location's code changes the location. */
export function useScanning({ delivery, location, onLocation, only, withPlace = (place) => place, onSubmit, onRefused, onSettled }: ScanningOptions): Scanning {
  const field = useRef<ScanFieldHandle>(null);
  // A text submitted by a pause may be incomplete, so a rejection puts it back into the field.
  const typed = useRef<string>(undefined);
  const chosen = useChosenLocation(location);
  const { known, isMissing } = useKnownLocations(location);
  const isOffered = (place: ScanPlace) => only === undefined || only.includes(place.location);
  const placeOf = (code: string | undefined) => known.find((place) => place.location.toUpperCase() === code?.toUpperCase());

  const { queue, scans } = useScanQueue(delivery, (scan) => {
    playTone(scan.state === 'done' ? 'success' : scan.state === 'failed' ? 'error' : 'warning');
    onSettled(scan);
    const isRefused = scan.state !== 'done' && scan.state !== 'retrying';
    if (isRefused && typed.current !== undefined && normalizeCode(typed.current) === scan.code) field.current?.putBack(typed.current);
  });

  const choose = (next: string) => {
    chosen.current = next;
    onLocation(next);
    field.current?.focus();
  };
  const refuse = (message: string) => {
    playTone('error');
    onRefused(message);
  };
  const submit = (text: string, how: 'key' | 'pause' = 'key') => {
    const code = normalizeCode(text);
    if (code === '') return;
    onSubmit?.();
    typed.current = how === 'pause' ? text : undefined;
    const scannedPlace = placeOf(code);
    if (scannedPlace !== undefined) {
      if (!isOffered(scannedPlace)) return refuse(`${scannedPlace.location} is not part of this count`);
      playTone('success');
      return choose(scannedPlace.location);
    }
    const target = placeOf(chosen.current);
    if (target === undefined) return refuse(IDENTIFIER_MESSAGES.noLocation);
    if (isLpn(code)) return refuse(IDENTIFIER_MESSAGES.lpn);
    queue?.add(code, scanPayloadAt(withPlace(target)));
  };

  useWedge({ onScan: (code) => submit(code), focusField: () => field.current?.focus() });
  return { field, scans, queue, locations: known.filter(isOffered), isMissing, place: placeOf(location), submit, choose };
}
