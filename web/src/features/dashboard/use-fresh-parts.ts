import { claimMonths, dashboardSummary, dashboardTopic, needsYouNow, scanRate, stockFlow, systemState } from '@stowage/contract/dashboard/dashboard';
import { type DashboardPart, NUMBER_CARDS } from '@stowage/contract/dashboard/dashboard-cards';
import { setupGuide } from '@stowage/contract/dashboard/guide';
import type { Endpoint } from '@stowage/contract/endpoint';
import { ledgerPage } from '@stowage/contract/inventory/adjustment';
import { useQueryClient } from '@tanstack/react-query';
import { useTopic } from '../../api/live.ts';

/** Reloads parts that change with time, such as due times. */
export const REFRESH_MS = 60_000;

const ENDPOINTS: Readonly<Partial<Record<DashboardPart, Endpoint>>> = {
  'stock-flow': stockFlow,
  'scan-rate': scanRate,
  claims: claimMonths,
  actions: ledgerPage,
  system: systemState,
  attention: needsYouNow,
  'first-steps': setupGuide,
};

/** Reloads the parts that the server announces as changed, at most twice a second. */
export function useFreshParts(): void {
  const client = useQueryClient();
  const refresh = (part: DashboardPart) => {
    const path = ENDPOINTS[part]?.path;
    if (path !== undefined) return void client.invalidateQueries({ queryKey: [path] });
    void client.invalidateQueries({ queryKey: [dashboardSummary.path], predicate: ({ queryKey }) => cardOf(queryKey[1]) === part });
  };
  useTopic(dashboardTopic, {
    onMessage: ({ parts }) => parts.forEach(refresh),
    onReconnect: () => {
      for (const { path } of [dashboardSummary, ...Object.values(ENDPOINTS)]) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}

function cardOf(input: unknown): string | undefined {
  const { card } = (input as { query?: { card?: string } }).query ?? {};
  return card !== undefined && card in NUMBER_CARDS ? card : undefined;
}
