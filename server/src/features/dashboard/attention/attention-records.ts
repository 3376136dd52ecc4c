import { casesTopic } from '@stowage/contract/cases/cases';
import { DASHBOARD_PUSH_DELAY_MS, dashboardTopic } from '@stowage/contract/dashboard/dashboard';
import { type AttentionKind, DASHBOARD_PARTS, type DashboardPart } from '@stowage/contract/dashboard/dashboard-cards';
import { indexAdvisorTopic } from '@stowage/contract/index-advisor/index-advisor';
import { countsTopic } from '@stowage/contract/inventory/counts';
import { locationsTopic } from '@stowage/contract/inventory/locations';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { ordersTopic } from '@stowage/contract/orders/orders';
import { feedStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import { quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { returnsTopic } from '@stowage/contract/returns/returns';
import type { Topic } from '@stowage/contract/topic';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { PartCache } from '../part-cache.ts';

interface Dependents {
  readonly topic: Topic;
  readonly parts: readonly DashboardPart[];
  readonly attention: readonly AttentionKind[];
}

/** The parts that depend on each topic. Other changes appear when the cache expires. */
const DEPENDENTS: readonly Dependents[] = [
  {
    topic: inventoryHistoryTopic,
    parts: ['units-on-hand', 'value-at-cost', 'stock-flow', 'scan-rate', 'actions', 'first-steps'],
    attention: ['units-in-receiving', 'out-of-sync'],
  },
  {
    topic: ordersTopic,
    parts: ['orders-to-ship', 'late-shipment-rate'],
    attention: ['orders-late', 'orders-due', 'cancel-requests', 'failed-confirmations'],
  },
  { topic: casesTopic, parts: ['open-cases', 'recovered', 'claims'], attention: ['case-photos', 'claims-due'] },
  { topic: returnsTopic, parts: ['returns-today'], attention: ['open-packages'] },
  { topic: receivingTopic, parts: ['po-units-expected', 'scan-rate'], attention: ['short-lists', 'units-in-receiving'] },
  { topic: countsTopic, parts: ['count-accuracy', 'scan-rate'], attention: [] },
  { topic: feedStatusTopic, parts: ['system'], attention: ['feeds-failed', 'price-guard', 'out-of-sync', 'quantities-off'] },
  { topic: quantitiesTopic, parts: [], attention: ['quantities-off'] },
  { topic: jobsTopic, parts: ['system', 'map-violations'], attention: ['out-of-sync'] },
  { topic: indexAdvisorTopic, parts: ['system'], attention: [] },
  { topic: locationsTopic, parts: ['first-steps'], attention: [] },
];

export interface FollowedTopics {
  /** Clears the row of "Needs you now" and announces it to the pages. */
  readonly changed: (kind: AttentionKind) => void;
  readonly close: () => void;
}

/**
 * Clears cached parts when a topic announces a change, and announces the parts to the pages of this process, at most twice a
 * second. This also limits how often a part is computed.
 */
export function followTopics(topics: Topics, cache: PartCache): FollowedTopics {
  const sources = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announce = () => {
    timer = undefined;
    const changed = [...sources];
    sources.clear();
    cache.drop(changed);
    // Every process follows the same topics: announced to all, a change would reach each page once per process.
    topics.publishHere(dashboardTopic, { parts: DASHBOARD_PARTS.filter((part) => changed.includes(part)) });
  };
  const change = (parts: readonly DashboardPart[], attention: readonly AttentionKind[]) => {
    for (const source of [...parts, ...attention, ...(attention.length > 0 ? ['attention'] : [])]) sources.add(source);
    timer ??= setTimeout(announce, DASHBOARD_PUSH_DELAY_MS).unref();
  };
  const stops = DEPENDENTS.map(({ topic, parts, attention }) => topics.listen(topic.path, () => change(parts, attention)));
  topics.onGap(() => cache.drop());
  return {
    changed: (kind) => change([], [kind]),
    close: () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
