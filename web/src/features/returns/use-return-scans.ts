import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { findReturn, type TrackingRow } from '@stowage/contract/returns/packages';
import { RETURN_MESSAGES } from '@stowage/contract/returns/returns';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import type { ScanFieldHandle } from '../../ui/scan/ScanField.tsx';
import { playTone } from '../../ui/scan/sounds.ts';
import { useWedge } from '../../ui/scan/use-wedge.ts';
import type { useLookup } from './packages/use-lookup.ts';
import type { ReceiveDialogHandle } from './receiving/ReceiveDialog.tsx';
import type { ReturnsAddress } from './returns-address.ts';

interface ReturnScans {
  readonly field: RefObject<ScanFieldHandle | null>;
  /** The code that is shown. */
  readonly code: string | undefined;
  /** The open line. */
  readonly line: TrackingRow | undefined;
  readonly lookup: Pick<ReturnType<typeof useLookup>, 'refresh' | 'ask'>;
  readonly locations: readonly LocationOption[] | undefined;
  readonly chooseLocation: (location: string) => void;
  readonly onAddress: (change: Partial<ReturnsAddress>) => void;
}

/** Handles scans of locations, packages and LPNs. While a line is open, only a known package replaces it, once the line's decision is saved. */
export function useReturnScans({ field, code, line, lookup: { refresh, ask }, locations, chooseLocation, onAddress }: ReturnScans) {
  const dialog = useRef<ReceiveDialogHandle>(null);
  const isLatestScan = useLatestScan(line?.removal_shipment);
  const show = (text: string) => {
    field.current?.show(text);
    onAddress({ q: text, line: undefined });
  };
  const lookUp = (text: string) => {
    const place = locations?.find((one) => one.location.toUpperCase() === normalizeCode(text).toUpperCase());
    if (place !== undefined) {
      playTone('success');
      field.current?.show(code ?? '');
      return chooseLocation(place.location);
    }
    if (line !== undefined) return void leaveLine(text);
    isLatestScan();
    ask();
    if (text === code) refresh();
    onAddress({ q: text, line: undefined });
  };
  const leaveLine = async (text: string) => {
    const isLatest = isLatestScan();
    // A decision that is being sent now may be answered before the look-up.
    const isSaved = dialog.current?.isSaved();
    const isKnown = await isKnownReturn(text);
    const mayLeave = isKnown && isLatest() && (await isDecided(isSaved, text));
    if (!isLatest()) return;
    if (!mayLeave) return field.current?.show(code ?? '');
    ask();
    if (text === code) refresh();
    show(text);
  };
  useWedge({
    onScan: (text) => {
      if (line === undefined) field.current?.show(text);
      lookUp(text);
    },
    focusField: () => field.current?.focus(),
  });
  return { dialog, show, lookUp };
}

/** Whether a code is a package or an LPN. If not, it shows a toast and the open line stays. */
async function isKnownReturn(text: string): Promise<boolean> {
  const answer = await call(findReturn, { query: { code: text } }).catch(() => undefined);
  if (answer !== undefined && answer.packages.length + answer.customer_returns.length > 0) return true;
  playTone('error');
  toast(
    'bad',
    answer === undefined ? `"${text}" could not be looked up: the server does not answer.` : `${RETURN_MESSAGES.notFound(text)}. The open line stays.`,
  );
  return false;
}

/** Whether the open line's decision is saved. If not, it shows a toast and the line stays. */
async function isDecided(isSaved: Promise<boolean> | undefined, text: string): Promise<boolean> {
  if ((await isSaved) !== false) return true;
  playTone('error');
  toast('bad', `"${text}" was not opened: the decision on the open line is not saved. The open line stays.`);
  return false;
}

/** @returns a function that begins a scan, and returns whether it is still the latest one, of the same open line */
function useLatestScan(line: number | undefined): () => () => boolean {
  const latest = useRef(0);
  const openLine = useRef(line);
  useLayoutEffect(() => {
    openLine.current = line;
  }, [line]);
  return () => {
    latest.current += 1;
    const nth = latest.current;
    return () => latest.current === nth && openLine.current === line;
  };
}
