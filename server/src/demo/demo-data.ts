import type { Kysely } from 'kysely';
import { insertCatalog, isCatalogEmpty } from '../features/catalog/internals.ts';
import { insertUser } from '../features/identity/internals.ts';
import { insertStock, isStockEmpty, listActiveLocations } from '../features/inventory/internals.ts';
import { applyFile } from '../features/price-lists/index.ts';
import type { DB } from '../platform/database/schema.generated.ts';
import { type Catalog, DEMO_STAFF } from './catalog.ts';
import { lockDemo } from './demo-state.repository.ts';
import { demoPriceList } from './price-list.ts';
import { demoStock } from './stock.ts';

interface Options {
  readonly db: Kysely<DB>;
  readonly seed: number;
  /** Of the same seed. */
  readonly catalog: Catalog;
  readonly now: Date;
  readonly say: (line: string) => void;
}

/** Seeds an empty installation with the demo seller's data, all of it or nothing. @returns whether it was empty */
export async function seedDemoData({ db, seed, catalog, now, say }: Options): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockDemo(tx);
    if (!(await isCatalogEmpty(tx)) || !(await isStockEmpty(tx))) return false;
    say('Creating the demo data: 5,000 listings, 20,000 units, ninety days of history …');
    await insertCatalog(tx, catalog);
    const staff: number[] = [];
    for (const person of DEMO_STAFF) {
      const user = await insertUser(tx, { ...person, roles: ['ROLE_USER'], passwordHash: null });
      if (user !== undefined) staff.push(user.id);
    }
    await insertStock(tx, demoStock({ seed, now, listings: catalog.listings, locations: await listActiveLocations(tx), staff }));
    await applyFile(tx, { fileName: 'demo price list.csv', rows: demoPriceList(catalog) }, staff[0] ?? 0);
    return true;
  });
}
