import type pg from 'pg';
import type { MailTransport } from './integrations/mail/smtp.ts';
import type { Account } from './integrations/marketplace/account.ts';
import type { QueueConfig } from './integrations/marketplace/marketplace-config.ts';
import type { FilePlaces } from './integrations/storage/file-places.ts';
import type { SealedFileStore } from './integrations/storage/sealed-file-store.ts';
import type { BackupConfig } from './platform/config/backup-config.ts';
import type { FilePlace } from './platform/config/file-config.ts';
import type { SignInConfig } from './platform/config/sign-in-config.ts';
import type { Context } from './platform/context.ts';
import type { DatabaseOwner, DatabaseSpace } from './platform/database/connection/connect.ts';
import type { DatabaseWatch } from './platform/database/connection/watch.ts';
import type { StatementSamples } from './platform/database/statement-samples.ts';
import type { FirstPasswordFile } from './platform/first-password.ts';
import type { NotifyBus } from './platform/realtime/notify-bus.ts';
import type { Secrets } from './platform/secrets.ts';

/** What every process opens before it creates the features. */
export interface AppContext extends Context {
  readonly bus: NotifyBus;
  readonly secrets: Secrets;
  /** For database sessions outside the pool. */
  readonly connection: pg.ClientConfig;
  /** For what only the owner of the tables may do. */
  readonly owner: DatabaseOwner;
  /** Recent parameter values of slow statements. */
  readonly samples: StatementSamples;
  readonly space: DatabaseSpace;
  readonly watch: DatabaseWatch;
  /** Whether reads that may be some seconds old can come from a standby. */
  readonly hasStandby: boolean;
  readonly databaseServer: { readonly isEmbedded: boolean; readonly mayEditCatalog: boolean };
  readonly backup: BackupConfig;
  /** Private networks that webhooks may reach. */
  readonly webhookNetworks: readonly string[];
  /** Holds the embedded database and generated secrets, and photos and documents unless they are in S3. */
  readonly dataFolder: string;
  readonly mail: { readonly transport: MailTransport | undefined; readonly publicAddress: string };
  readonly marketplace: {
    /** The account from the environment. */
    readonly configured: Account | undefined;
    /** The queue of events from the environment. */
    readonly queue: QueueConfig | undefined;
    /** Where an account that an administrator enters is reached. */
    readonly addresses: Pick<Account, 'baseUrl' | 'tokenUrl'>;
    /** The simulator's account while the demo runs one. */
    readonly findSimulator: () => Promise<Account | undefined>;
  };
  readonly signIn: SignInConfig;
  readonly firstPassword: FirstPasswordFile;
  readonly filePlaces: FilePlaces;
  /** Opens the store of one kind of files, by its folder in the data directory: those in both places, or in one. */
  readonly openFiles: (folder: string, place?: FilePlace) => SealedFileStore;
  /** The time limit for a search statement; by default the search's own. */
  readonly searchLimitMs?: number;
}
