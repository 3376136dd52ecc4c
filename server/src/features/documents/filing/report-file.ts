import { utcDay } from '@stowage/contract/formats/day';
import { REPORT_TYPES, type ReportName } from '../../../integrations/marketplace/calls/reports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Filing } from './filing.ts';

/** Stores the original report as a document, once even if it is read several times. */
export function fileReport(report: ReportName, { documentId, clock, filing }: { documentId: string; clock: Clock; filing: Filing | undefined }) {
  if (filing === undefined) return undefined;
  const name = `${REPORT_TYPES[report]}-${utcDay(clock.now())}.txt`;
  const file = {
    name,
    mediaType: 'text/plain',
    as: { type: 'MARKETPLACE_REPORT' },
    area: 'jobs.manage',
    actorId: null,
    sourceKey: `REPORT ${documentId}`,
  } as const;
  return (content: AsyncIterable<Uint8Array>) => filing.keep(file, content);
}
