import type { Database } from '../../../platform/database/connection/connect.ts';

export interface MapSettings {
  /** Whether the price compared with the MAP includes shipping. */
  readonly countsShipping: boolean;
}

export async function getMapSettings(db: Database): Promise<MapSettings> {
  return db.selectFrom('map_settings').select('counts_shipping as countsShipping').executeTakeFirstOrThrow();
}

export async function saveMapSettings(db: Database, { countsShipping }: MapSettings): Promise<void> {
  await db.updateTable('map_settings').set({ counts_shipping: countsShipping }).execute();
}
