import { casesTopic } from './cases.ts';
import { dashboardTopic } from './dashboard.ts';
import { indexAdvisorTopic } from './index-advisor.ts';
import { inventoryHistoryTopic } from './inventory.ts';
import { auditMissesTopic } from './inventory-audit.ts';
import { countsTopic } from './inventory-count.ts';
import { locationsTopic } from './inventory-locations.ts';
import { jobsTopic } from './jobs.ts';
import { notificationsTopic } from './notifications.ts';
import { ordersTopic } from './orders.ts';
import { feedStatusTopic, jobStatusTopic } from './pricing.ts';
import { purchaseMoneyTopic } from './purchase-money.ts';
import { receivingTopic } from './receiving.ts';
import { returnsTopic } from './returns.ts';
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
  receivingTopic,
  purchaseMoneyTopic,
  returnsTopic,
  indexAdvisorTopic,
  ordersTopic,
  notificationsTopic,
  dashboardTopic,
];
