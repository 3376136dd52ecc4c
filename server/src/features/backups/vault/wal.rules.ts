export const WAL_SEGMENT_BYTES = 16 * 1024 * 1024;

const SEGMENT = /^[0-9A-F]{24}$/;
/** What PostgreSQL archives: segments, histories of timelines, and notes about base backups. */
const ARCHIVED = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;

export const walPrefix = (line: string) => `wal/${line}/`;
export const walName = (line: string, file: string) => `${walPrefix(line)}${file}.gz.age`;
export const journalPrefix = (line: string) => `journal/${line}/`;
export const journalName = (line: string, id: string) => `${journalPrefix(line)}${id}.jsonl.gz.age`;

export function isWalFile(name: string): boolean {
  return ARCHIVED.test(name);
}

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** The file of a position such as `1/2A000028`. */
export function segmentOf(lsn: string, timeline: number): string {
  const [high = 0, low = 0] = lsn.split('/').map((part) => Number.parseInt(part, 16));
  return [timeline, high, Math.floor(low / WAL_SEGMENT_BYTES)].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
}

/** Whether a file of WAL is older than a segment, of any timeline. Histories of timelines are always needed. */
export function isBefore(file: string, segment: string): boolean {
  return !file.endsWith('.history') && file.slice(8, 24) < segment.slice(8);
}

/** @returns the first segment that is missing between the first and the last one; undefined when they are complete */
export function missingSegment(segments: readonly string[]): string | undefined {
  const sorted = [...segments].sort();
  for (const [index, segment] of sorted.entries()) {
    const next = sorted[index + 1];
    const wanted = segmentAfter(segment);
    // After a switch of the timeline the same position has another name.
    if (next !== undefined && next.slice(8) !== wanted.slice(8) && next.slice(8) !== segment.slice(8)) return wanted;
  }
  return undefined;
}

/** The segment that follows on the same timeline. */
export function segmentAfter(segment: string): string {
  const high = Number.parseInt(segment.slice(8, 16), 16);
  const low = Number.parseInt(segment.slice(16), 16) + 1;
  const perFile = 2 ** 32 / WAL_SEGMENT_BYTES;
  const parts = low === perFile ? [high + 1, 0] : [high, low];
  return segment.slice(0, 8) + parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
}
