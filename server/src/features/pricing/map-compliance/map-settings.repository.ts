import type { OutputOf } from '@stowage/contract/endpoint';
import type { getMapSettings as endpoint } from '@stowage/contract/pricing/map-compliance';
import type { Database } from '../../../platform/database/connect.ts';

type MapSettings = OutputOf<typeof endpoint>;

export async function getMapSettings(db: Database): Promise<MapSettings> {
  return db.selectFrom('map_settings').select('counts_shipping as countsShipping').executeTakeFirstOrThrow();
}

export async function saveMapSettings(db: Database, { countsShipping }: MapSettings): Promise<void> {
  await db.updateTable('map_settings').set({ counts_shipping: countsShipping }).execute();
}
