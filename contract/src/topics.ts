import { casesTopic } from './cases/cases.ts';
import { dashboardTopic } from './dashboard/dashboard.ts';
import { indexAdvisorTopic } from './index-advisor/index-advisor.ts';
import { auditMissesTopic } from './inventory/audit.ts';
import { countsTopic } from './inventory/counts.ts';
import { locationsTopic } from './inventory/locations.ts';
import { inventoryHistoryTopic } from './inventory/scan.ts';
import { purchaseMoneyTopic } from './invoicing/purchase-money.ts';
import { jobsTopic } from './jobs/jobs.ts';
import { notificationsTopic } from './notifications/notifications.ts';
import { ordersTopic } from './orders/orders.ts';
import { feedStatusTopic, jobStatusTopic } from './pricing/listing-jobs.ts';
import { priceStrategiesTopic } from './pricing/price-strategies.ts';
import { quantitiesTopic } from './pricing/quantities.ts';
import { receivingTopic } from './purchasing/receiving.ts';
import { readAgainTopic } from './read-again.ts';
import { returnsTopic } from './returns/returns.ts';
import type { Topic } from './topic.ts';

/** Every live topic that a client may subscribe to. */
export const TOPICS: readonly Topic[] = [
  inventoryHistoryTopic,
  auditMissesTopic,
  countsTopic,
  locationsTopic,
  jobsTopic,
  casesTopic,
  feedStatusTopic,
  jobStatusTopic,
  quantitiesTopic,
  priceStrategiesTopic,
  receivingTopic,
  purchaseMoneyTopic,
  returnsTopic,
  indexAdvisorTopic,
  ordersTopic,
  notificationsTopic,
  dashboardTopic,
  readAgainTopic,
];
