import type { credentialsInput, MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import * as z from 'zod';
import type { Account } from '../../integrations/marketplace/account.ts';
import { createMarketplace, type Marketplace, type MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { refusalAsResult } from '../../integrations/marketplace/marketplace-error.ts';
import { OPERATIONS } from '../../integrations/marketplace/transport/operations.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Database, DatabaseConnection } from '../../platform/database/connection/connect.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SealedColumn } from '../../platform/keys/sealed-column.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import { apiHealth } from './api-health.rules.ts';
import { createSharedBudget } from './call-budget.repository.ts';
import { testRoles } from './check-roles.service.ts';
import { deleteCredentials, findCredentials, saveCredentials } from './credentials.repository.ts';
import { createFeedSubmissions } from './feed-submission.repository.ts';
import { forgetHealth, listHealth } from './health.repository.ts';
import { startHealthWriter } from './health-writer.ts';
import { forgetRoles, listRoles } from './roles.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly connection: DatabaseConnection;
  readonly encryptionKey: Keyring;
  /** The account in the environment. */
  readonly configured: Account | undefined;
  /** The marketplace's addresses for an entered account. */
  readonly addresses: Pick<Account, 'baseUrl' | 'tokenUrl'>;
  /** The simulator's account while the demo runs. */
  readonly findSimulator: () => Promise<Account | undefined>;
  /** Whether this installation holds demo data, which no real account may meet. */
  readonly hasDemoData: () => Promise<boolean>;
}

type Credentials = z.infer<typeof credentialsInput>;

export interface ConnectionService extends MarketplaceSource {
  state(): Promise<MarketplaceConnection>;
  /** Calls the marketplace once to test the account. */
  test(): Promise<{ success: boolean; message: string }>;
  /** @throws AppError `conflict` with `set_by_environment` or `demo_data` */
  saveCredentials(credentials: Credentials, enteredBy: number): Promise<void>;
  removeCredentials(): Promise<void>;
  /** The simulator's account while no other one is connected. */
  findSimulator(): Promise<Account | undefined>;
  /** Stores the health of the calls; a timer does so every few seconds. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const CONTEXT = 'marketplace credentials';

export const MARKETPLACE_SECRETS: SealedColumn = { table: 'marketplace_credentials', id: 'id', column: 'sealed', contextsOf: () => [CONTEXT] };
const secrets = z.object({ clientId: z.string(), clientSecret: z.string(), refreshToken: z.string() });

/** The connected marketplace account. Reads the database each time, so that a change takes effect in every process. */
export function createConnectionService(deps: Dependencies): ConnectionService {
  const { db, connection, clock, logger, encryptionKey, configured, addresses, findSimulator, hasDemoData } = deps;
  const submissions = createFeedSubmissions(db, connection);
  let connected: { account: string; marketplace: Marketplace } | undefined;

  const findAccount = async () => {
    if (configured !== undefined) return { source: 'ENVIRONMENT', account: configured, stored: undefined } as const;
    const stored = await findCredentials(db);
    if (stored !== undefined) return { source: 'ENTERED', account: unsealed(stored, { encryptionKey, addresses }), stored } as const;
    const simulator = await findSimulator();
    return simulator === undefined ? ({ source: 'NONE', account: undefined, stored } as const) : ({ source: 'SIMULATOR', account: simulator, stored } as const);
  };

  const current = async () => {
    const { account } = await findAccount();
    if (account === undefined) return undefined;
    const key = JSON.stringify(account);
    const open = () => createMarketplace({ account, logger, submissions, budget: createSharedBudget(db, account) });
    if (connected?.account !== key) connected = { account: key, marketplace: open() };
    return connected.marketplace;
  };

  const writer = startHealthWriter({ db, clock, logger }, () => connected?.marketplace);

  return {
    current,
    async findSimulator() {
      const { source, account } = await findAccount();
      return source === 'SIMULATOR' ? account : undefined;
    },
    flush: writer.flush,
    close: writer.close,

    async state() {
      const { source, account, stored } = await findAccount();
      const isEntered = source === 'ENTERED';
      return {
        source,
        sellerId: account?.sellerId ?? stored?.sellerId ?? null,
        marketplaceId: account?.marketplaceId ?? stored?.marketplaceId ?? null,
        enteredBy: isEntered ? stored.enteredBy : null,
        enteredAt: isEntered ? stored.enteredAt.toISOString() : null,
        isUnreadable: isEntered && account === undefined,
        roles: await listRoles(db),
        apis: apiHealth(OPERATIONS, await listHealth(db), clock.now()),
      };
    },

    async test() {
      const marketplace = await current();
      if (marketplace === undefined) return { success: false, message: 'No marketplace account is connected' };
      return refusalAsResult(async () => {
        await marketplace.check();
        return testRoles(db, marketplace, clock.now());
      }).finally(() => writer.flush());
    },

    async saveCredentials({ sellerId, marketplaceId, ...rest }, enteredBy) {
      if (configured !== undefined) {
        throw new AppError('conflict', 'The account is set in the environment. Remove it there first.', { reason: 'set_by_environment' });
      }
      if (await hasDemoData()) {
        const message = 'This installation holds demo data. Remove the demo data under Settings first.';
        throw new AppError('conflict', message, { reason: 'demo_data' });
      }
      const sealed = seal(JSON.stringify(secrets.parse(rest)), { key: encryptionKey, context: CONTEXT });
      await db.transaction().execute(async (tx) => {
        await saveCredentials(tx, { sellerId, marketplaceId, sealed, enteredBy, now: clock.now() });
        await forgetAnswers(tx);
      });
      connected = undefined;
    },

    async removeCredentials() {
      await db.transaction().execute((tx) => deleteCredentials(tx).then(() => forgetAnswers(tx)));
      connected = undefined;
    },
  };
}

/** Other calls succeed for another account. */
async function forgetAnswers(tx: Database): Promise<void> {
  await forgetHealth(tx);
  await forgetRoles(tx);
}

/** The account that an administrator entered, for checks of the installation. */
export async function findEnteredAccount(
  db: Context['db'],
  keys: Pick<Dependencies, 'encryptionKey' | 'addresses'>,
): Promise<{ readonly account: Account | undefined } | undefined> {
  const stored = await findCredentials(db);
  return stored && { account: unsealed(stored, keys) };
}

/** @returns undefined when the credentials were sealed with another key */
function unsealed(
  { sellerId, marketplaceId, sealed }: { sellerId: string; marketplaceId: string; sealed: string },
  { encryptionKey, addresses }: Pick<Dependencies, 'encryptionKey' | 'addresses'>,
): Account | undefined {
  const text = unseal(sealed, { key: encryptionKey, context: CONTEXT });
  return text === undefined ? undefined : { ...addresses, ...secrets.parse(JSON.parse(text)), sellerId, marketplaceId };
}
