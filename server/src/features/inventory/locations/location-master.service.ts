import { locationsTopic } from '@stowage/contract/inventory/locations';
import { AppError } from '../../../platform/app-error.ts';
import { requireSeen } from '../../../platform/commands/require-version.ts';
import { withoutUndefined } from '../../../platform/commands/without-undefined.ts';
import type { Context } from '../../../platform/context.ts';
import { type Database, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { matchCode } from '../../catalog/index.ts';
import { insertLocation, type LocationProperties, type LockedLocation, lockLocation, updateLocation } from './location.repository.ts';
import { nameUnitIn } from './location-master.read-model.ts';

/** Properties, as a person saw or changed some of them. */
type Changes = { readonly [Name in keyof LocationProperties]?: LocationProperties[Name] | undefined };

export type LocationMasterService = ReturnType<typeof createLocationMasterService>;

export function createLocationMasterService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const change = async (id: number, work: (tx: DatabaseTransaction, location: LockedLocation) => Promise<void>) => {
    await db.transaction().execute(async (tx) => {
      const location = await lockLocation(tx, id);
      if (location === undefined) throw new AppError('not_found', `There is no location ${id}`);
      await work(tx, location);
    });
    topics.publish(locationsTopic, { locationId: id });
  };

  return {
    async create(properties: LocationProperties): Promise<void> {
      await refuseProductCode(db, properties.code);
      const locationId = await insertLocation(db, properties).catch(refuseTakenCode(properties.code));
      topics.publish(locationsTopic, { locationId });
    },

    /** @param changes without the properties that stay as they are @param seen what the person saw */
    edit: (id: number, changes: Changes, seen: Changes | undefined) =>
      change(id, async (tx, location) => {
        const before = propertiesOf(location);
        const properties = { ...before, ...withoutUndefined(changes) };
        requireSeen({ seen, before, after: properties, of: 'this location' });
        if (properties.code !== location.code) await refuseProductCode(tx, properties.code);
        if (properties.sellable !== location.sellable) {
          if (location.kind === 'QUARANTINE') {
            throw new AppError('conflict', 'Stock in quarantine is not for sale', { reason: 'quarantine_not_sellable' });
          }
          await refuseStock(tx, id, location, 'changing whether its stock is for sale');
        }
        await updateLocation(tx, id, properties).catch(refuseTakenCode(properties.code));
      }),

    deactivate: (id: number) =>
      change(id, async (tx, location) => {
        await refuseStock(tx, id, location, 'deactivating it');
        await updateLocation(tx, id, { active: false });
      }),

    activate: (id: number) => change(id, (tx) => updateLocation(tx, id, { active: true })),
  };
}

function propertiesOf({ code, name, zone, capacity, sellable }: LockedLocation): LocationProperties {
  return { code, name, zone, capacity, sellable };
}

async function refuseStock(tx: Database, id: number, { code, onHand }: LockedLocation, what: string): Promise<void> {
  if (onHand === 0) return;
  const name = await nameUnitIn(tx, id);
  const units = onHand === 1 ? `1 unit, ${name}` : `${onHand} units, such as ${name}`;
  throw new AppError('conflict', `${code} holds ${units}. Move them before ${what}.`, { reason: 'not_empty' });
}

/** A scan field reads a location's code as the location, so a product with the same code could not be scanned. */
async function refuseProductCode(db: Database, code: string): Promise<void> {
  const [match] = await matchCode(db, code);
  if (match !== undefined) throw new AppError('conflict', `${code} is the code of a product: ${match.product.title}`, { reason: 'names_a_product' });
}

function refuseTakenCode(code: string): (error: unknown) => never {
  return (error) => {
    if (!violatesUnique(error, 'locations_code_key')) throw error;
    throw new AppError('conflict', `There is already a location ${code.toUpperCase()}`, { reason: 'code_taken' });
  };
}
