import { startSimulator } from '@stowage/simulator/simulator';
import { afterAll } from 'vitest';
import type { Account } from '../src/integrations/marketplace/account.ts';
import type { FeedSubmission, FeedSubmissions } from '../src/integrations/marketplace/feeds.ts';
import { createMarketplace, type Marketplace } from '../src/integrations/marketplace/marketplace.ts';
import { createLogger } from '../src/platform/logger.ts';

export interface JournalEntry {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly hasToken?: boolean;
}

export interface TestMarketplace {
  readonly marketplace: Marketplace;
  readonly account: Account;
  /** Calls the simulator's own administration. */
  readonly sim: {
    /** @param catalogue products that the seller does not list */
    seed(listings: readonly unknown[], catalogue?: readonly unknown[]): Promise<void>;
    fault(fault: { effect: string; operation?: string; times?: number; skip?: number; probability?: number; seed?: number }): Promise<void>;
    clearFaults(): Promise<void>;
    advance(ms: number): Promise<void>;
    journal(): Promise<JournalEntry[]>;
    clearJournal(): Promise<void>;
  };
}

export const TEST_LISTING = {
  sku: 'KETTLE N/1',
  asin: 'B000KETTLE',
  fnSku: 'X00KETTLEN',
  condition: 11,
  channel: 'DEFAULT',
  title: 'Electric Kettle – Crème™',
  brand: 'Norden',
  gtin: '00036000291452',
  priceCents: 2_999,
  quantity: 4,
};

/** A hundred listings: every fifth is FBA, every third is used, and two share each ASIN. */
export const TEST_LISTINGS = Array.from({ length: 100 }, (_, index) => ({
  ...TEST_LISTING,
  sku: `SKU-${index}`,
  asin: `B0TEST${String(Math.floor(index / 2)).padStart(4, '0')}`,
  fnSku: `X00TEST${String(index).padStart(3, '0')}`,
  condition: index % 2 === 0 ? 11 : [1, 2, 3, 4][index % 4],
  channel: index % 5 === 0 ? 'AMAZON_NA' : 'DEFAULT',
  title: `Product ${Math.floor(index / 2)} – Crème™`,
  priceCents: 1_000 + index,
}));

/** The simulator in a process of the tests', and our client on it. Pauses are two hundred times shorter than real. */
export async function createTestMarketplace({ sellerId = 'A1STOWAGEDEMO', rateScale = 10_000 } = {}): Promise<TestMarketplace> {
  const simulator = await startSimulator({ rateScale, sellerId });
  afterAll(() => simulator.close());
  const account = {
    baseUrl: simulator.url,
    tokenUrl: `${simulator.url}/auth/o2/token`,
    refreshToken: 'Atzr|refresh',
    clientId: 'client',
    clientSecret: 'amzn1.oa2-cs.secret',
    sellerId,
    marketplaceId: 'ATVPDKIKX0DER',
  };
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.min(50, ms / 200)));
  const admin = async (method: string, name: string, body?: unknown) => {
    const answer = await fetch(`${simulator.url}/__sim/${name}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return answer.json();
  };
  return {
    account,
    marketplace: createMarketplace({ account, logger: createLogger('silent'), sleep, submissions: createMemorySubmissions() }),
    sim: {
      seed: async (listings, catalogue) => void (await admin('POST', 'seed', { listings, catalogue })),
      fault: async (fault) => void (await admin('POST', 'faults', fault)),
      clearFaults: async () => void (await admin('DELETE', 'faults')),
      advance: async (ms) => void (await admin('POST', 'clock/advance', { ms })),
      clearJournal: async () => void (await admin('DELETE', 'journal')),
      journal: async () => (await admin('GET', 'journal')) as JournalEntry[],
    },
  };
}

/** What the database remembers of submissions, for tests without one. */
export function createMemorySubmissions(): FeedSubmissions {
  const kept = new Map<string, FeedSubmission>();
  const since = (moment: Date) => [...kept].filter(([, { attemptedAt }]) => attemptedAt >= moment);
  return {
    oneByOne: (work) => work(),
    find: async (key) => kept.get(key),
    begin: async (key, attempt) => void kept.set(key, { ...attempt, feedId: undefined }),
    end: async (key, feedId) => void kept.set(key, { ...(kept.get(key) as FeedSubmission), feedId }),
    toldFeedIds: async (moment) => since(moment).flatMap(([, { feedId }]) => feedId ?? []),
    findNext: async (after, key) => since(after).find(([other]) => other !== key)?.[1],
    oldestOpenAttempt: async () => [...kept.values()].find(({ feedId }) => feedId === undefined)?.attemptedAt,
  };
}
