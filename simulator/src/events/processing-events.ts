import type { FeedRecord, ReportRecord } from '../records.ts';
import type { World } from '../world.ts';
import { sendEvent } from './send-event.ts';

/** The payload versions of these types are dates. */
export function sendFeedEvent(world: World, { feedId, feedType, status, resultFeedDocumentId }: FeedRecord): void {
  const result = resultFeedDocumentId === undefined ? {} : { resultFeedDocumentId };
  const payload = { feedProcessingFinishedNotification: { ...seller(world), feedId, feedType, processingStatus: status, ...result } };
  sendEvent(world, 'FEED_PROCESSING_FINISHED', { payload, at: world.clock.now() });
}

export function sendReportEvent(world: World, { reportId, reportType, status, reportDocumentId }: ReportRecord): void {
  const result = reportDocumentId === undefined ? {} : { reportDocumentId };
  const payload = { reportProcessingFinishedNotification: { ...seller(world), reportId, reportType, processingStatus: status, ...result } };
  sendEvent(world, 'REPORT_PROCESSING_FINISHED', { payload, at: world.clock.now() });
}

const seller = ({ state: { sellerId } }: World) => ({ sellerId, accountId: `amzn1.merchant.o.${sellerId}` });
