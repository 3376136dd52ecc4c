import { IDENTIFIER_MESSAGES } from '@stowage/contract/catalog/identifiers';
import type { Scan } from '../scan/scan.ts';

export interface AuditMessage {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly text: string;
  /** The real cause, where the message alone does not name it. */
  readonly cause?: string;
}

/** The banner's text for a scan. The specification fixes the texts with quotation marks. */
export function messageOf(scan: Scan): AuditMessage {
  const { code, location, result } = scan;
  if (scan.state === 'done') {
    if (result?.outcome === 'CONFIRMED') return { tone: 'good', text: `Confirmed "${code}" in location "${location}"` };
    if (result?.outcome === 'MOVED') return { tone: 'good', text: `Moved "${code}" from location "${result.from_location}" to location "${location}"` };
    return { tone: 'good', text: `Successfully added "${code}" to location "${location}"` };
  }
  if (scan.state === 'asking')
    return { tone: 'warn', text: `Move 1 from ${result?.elsewhere?.[0]?.location ?? 'elsewhere'}? "${code}" is one more than is booked in "${location}"` };
  if (scan.state === 'choosing') return { tone: 'warn', text: scan.message ?? 'Which one is in your hand?' };
  const known = [IDENTIFIER_MESSAGES.invalidLengthOnAudit, IDENTIFIER_MESSAGES.lpn].find((text) => text === scan.message);
  if (known !== undefined) return { tone: 'bad', text: known };
  return { tone: 'bad', text: 'Failed to add inventory item', ...(scan.message !== undefined && { cause: scan.message }) };
}
