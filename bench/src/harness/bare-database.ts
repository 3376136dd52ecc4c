import { rmSync } from 'node:fs';
import pg from 'pg';
import { openDatabase } from '../../../server/src/platform/database/connection/connect.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../../../server/src/platform/database/migrate.ts';
import { createFolder } from './data-folder.ts';

/** The product's empty database without the product, for parts of it that this process runs. */
export async function openBareDatabase({ max }: { readonly max: number }) {
  const folder = createFolder();
  const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
  const client = new pg.Client(server.connection);
  await client.connect();
  await migrate(client);
  const { db, pool, close } = openDatabase(server.connection, { max, onError: () => {} });
  return {
    ...{ folder, connection: server.connection, client, db, pool },
    /** Stops the server and removes its data. */
    async remove(): Promise<void> {
      await close();
      await client.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
