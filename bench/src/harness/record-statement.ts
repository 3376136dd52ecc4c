import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Database } from '../../../server/src/platform/database/connection/connect.ts';

let count = 0;

/**
 * Records the statement that a repository function sends, so that a bare driver can send the same SQL even after the function
 * has changed.
 */
export async function recordStatement(work: (db: Database) => Promise<unknown>): Promise<{ name: string; text: string }> {
  const sent: CompiledQuery[] = [];
  class Recorder extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return {
        executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
          sent.push(query);
          return { rows: [] };
        },
        streamQuery: () => {
          throw new Error('Streaming is not supported');
        },
      };
    }
  }
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Recorder(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await work(db as unknown as Database);
  const [query, ...others] = sent;
  if (query === undefined || others.length > 0) throw new Error(`Expected one statement, but ${sent.length} were sent`);
  count += 1;
  return { name: `bench_${count}`, text: query.sql };
}
