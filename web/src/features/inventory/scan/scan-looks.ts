import { CircleCheck, CircleHelp } from 'lucide-react';
import { type ScanLook, UNSAVED_LOOKS } from '../../../shared/scan/LastScan.tsx';
import { isRejected, type Scan } from './scan.ts';

export const SCAN_LOOKS = {
  ...UNSAVED_LOOKS,
  done: { label: 'Added', tone: 'good' },
  unknown: { label: 'Added', tone: 'warn', icon: CircleHelp },
  failed: { label: 'Not added', tone: 'bad' },
  counted: { label: 'Counted', tone: 'good' },
  countedUnknown: { label: 'Counted', tone: 'warn', icon: CircleHelp },
  notCounted: { label: 'Not counted', tone: 'bad' },
  confirmed: { label: 'Confirmed', tone: 'good' },
  moved: { label: 'Moved', tone: 'accent', icon: CircleCheck },
  asking: { label: 'One more than recorded', tone: 'warn', icon: CircleHelp },
  choosing: { label: 'Choose', tone: 'warn', icon: CircleHelp },
} as const satisfies Record<string, ScanLook>;

interface ItemNames {
  readonly item_name: string | null;
  readonly sku_condition: number | null;
}

/** @param row the scanned item, when it is known */
export function lookOf(scan: Scan, row?: ItemNames): keyof typeof SCAN_LOOKS {
  if (isRejected(scan.state)) return scan.countId === undefined ? 'failed' : 'notCounted';
  if (scan.state !== 'done') return scan.state;
  const isUnknown = row !== undefined && (row.item_name === null || row.sku_condition === null);
  if (scan.result?.outcome === 'COUNTED') return isUnknown ? 'countedUnknown' : 'counted';
  if (scan.result?.outcome === 'CONFIRMED') return 'confirmed';
  if (scan.result?.outcome === 'MOVED') return 'moved';
  return isUnknown ? 'unknown' : 'done';
}

/** Whether the item is not in the catalog, or has no listing. */
export const isUnknownLook = (look: keyof typeof SCAN_LOOKS): boolean => look === 'unknown' || look === 'countedUnknown';
