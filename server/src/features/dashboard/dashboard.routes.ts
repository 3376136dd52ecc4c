import * as contract from '@stowage/contract/dashboard/dashboard';
import { PANELS } from '@stowage/contract/dashboard/dashboard-cards';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { DashboardService } from './dashboard.service.ts';

/** Everybody has a dashboard; the service checks the permission of each card. */
const own = { permission: 'account.own' } as const;

export function dashboardRoutes(app: FastifyInstance, service: DashboardService): void {
  route(app, contract.dashboardSummary, own, ({ query: { card, timeZone } }, { caller }) => service.readCards(card, { timeZone, roles: caller.roles }));
  route(app, contract.needsYouNow, own, ({ query: { timeZone } }, { caller }) => service.readAttention({ timeZone, roles: caller.roles }));
  route(app, contract.stockFlow, PANELS['stock-flow'], ({ query }) => service.readFlow(query.timeZone));
  route(app, contract.scanRate, PANELS['scan-rate'], ({ query }) => service.readScanRate(query.timeZone));
  route(app, contract.claimMonths, PANELS.claims, () => service.readClaimMonths());
  route(app, contract.systemState, PANELS.system, () => service.readSystem());
}
