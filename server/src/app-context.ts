import type pg from 'pg';
import type { MailTransport } from './integrations/mail/smtp.ts';
import type { Account } from './integrations/marketplace/account.ts';
import type { SealedFileStore } from './integrations/storage/sealed-file-store.ts';
import type { BackupConfig } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import type { DatabaseSpace } from './platform/database/connect.ts';
import type { StatementSamples } from './platform/database/statement-samples.ts';
import type { FirstPasswordFile } from './platform/first-password.ts';
import type { NotifyBus } from './platform/realtime/notify-bus.ts';
import type { Secrets } from './platform/secrets.ts';

/** What every process opens before it creates the features. */
export interface AppContext extends Context {
  readonly bus: NotifyBus;
  readonly secrets: Pick<Secrets, 'accessTokenKey' | 'encryptionKey'>;
  /** For database sessions outside the pool. */
  readonly connection: pg.ClientConfig;
  /** Recent parameter values of slow statements. */
  readonly samples: StatementSamples;
  readonly space: DatabaseSpace;
  readonly databaseServer: { readonly isEmbedded: boolean; readonly mayEditCatalogue: boolean };
  readonly backup: BackupConfig;
  /** Holds the embedded database, photos, documents and generated secrets. */
  readonly dataFolder: string;
  readonly mail: { readonly transport: MailTransport | undefined; readonly publicAddress: string };
  readonly marketplace: {
    /** The account from the environment. */
    readonly configured: Account | undefined;
    /** Where an account that an administrator enters is reached. */
    readonly addresses: Pick<Account, 'baseUrl' | 'tokenUrl'>;
    /** The simulator's account while the demo runs one. */
    readonly findSimulator: () => Promise<Account | undefined>;
  };
  readonly firstPassword: FirstPasswordFile;
  /** Opens the store of one kind of files, by its folder in the data directory. */
  readonly openFiles: (folder: string) => SealedFileStore;
  /** The time limit for a search statement; by default the search's own. */
  readonly searchLimitMs?: number;
}
