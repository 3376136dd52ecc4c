import type { MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import { dashboardTopic } from '@stowage/contract/dashboard/dashboard';
import { PANELS } from '@stowage/contract/dashboard/dashboard-cards';
import * as contract from '@stowage/contract/dashboard/guide';
import type { OutputOf } from '@stowage/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { addPrintedLabels, bringBackSteps, listSkippedSteps, skipSteps } from './guide.repository.ts';
import { guideStep } from './guide.rules.ts';
import { readSetup } from './setup.read-model.ts';

interface Dependencies extends Pick<Context, 'db' | 'topics'> {
  readonly connection: () => Promise<MarketplaceConnection>;
  readonly hasDemoData: () => Promise<boolean>;
}

/** The setup guide of an installation without demo data. Not cached, so that a finished step shows at once. */
export function guideRoutes(app: FastifyInstance, { db, topics, connection, hasDemoData }: Dependencies): void {
  const changed = () => topics.publish(dashboardTopic, { parts: ['first-steps'] });

  route(app, contract.setupGuide, PANELS.system, async (): Promise<OutputOf<typeof contract.setupGuide>> => {
    if (await hasDemoData()) return { steps: [] };
    const [setup, skipped, { source, sellerId, roles }] = await Promise.all([readSetup(db), listSkippedSteps(db), connection()]);
    const known = {
      ...setup,
      sellerId: source === 'ENVIRONMENT' || source === 'ENTERED' ? (sellerId ?? 'a seller') : null,
      missingRoles: roles.filter(({ state }) => state === 'MISSING').map(({ role }) => role),
    };
    return { steps: contract.GUIDE_STEPS.map((name) => guideStep(name, known, skipped)) };
  });

  route(app, contract.skipGuideSteps, PANELS.system, async ({ body: { steps, isSkipped } }) => {
    await (isSkipped ? skipSteps : bringBackSteps)(db, steps);
    changed();
    return { success: true };
  });

  route(app, contract.countPrintedLabels, { permission: 'stock.read' }, async ({ body: { kind, labels } }) => {
    await addPrintedLabels(db, kind, labels);
    changed();
    return { success: true };
  });
}
