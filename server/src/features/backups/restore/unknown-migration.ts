import { readDatabaseFiles } from '../../../platform/database/database-files.ts';

/** @returns the first of these migrations that this version doesn't have: a newer version applied it */
export async function findUnknownMigration(names: readonly string[]): Promise<string | undefined> {
  const { migrations, legacy } = await readDatabaseFiles();
  const known = new Set([...migrations.map(({ name }) => name), ...legacy.migrations.keys()]);
  return names.find((name) => !known.has(name));
}
