import { locationsTopic } from '@stowage/contract/inventory/locations';
import { AppError } from '../../../platform/app-error.ts';
import { type Database, type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { findMatches } from '../../catalog/index.ts';
import { insertLocation, type LocationProperties, lockLocation, updateLocation } from './location.repository.ts';
import { nameUnitIn } from './location-master.read-model.ts';

export interface LocationMasterService {
  create(properties: LocationProperties): Promise<void>;
  edit(id: number, properties: LocationProperties): Promise<void>;
  /** Takes it out of use; only while it is empty. */
  deactivate(id: number): Promise<void>;
  activate(id: number): Promise<void>;
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockLocation>>>;

export function createLocationMasterService({ db, topics }: { db: DatabasePool; topics: Topics }): LocationMasterService {
  const change = async (id: number, work: (tx: DatabaseTransaction, location: Locked) => Promise<void>) => {
    await db.transaction().execute(async (tx) => {
      const location = await lockLocation(tx, id);
      if (location === undefined) throw new AppError('not_found', `There is no location ${id}`);
      await work(tx, location);
    });
    topics.publish(locationsTopic, { locationId: id });
  };

  return {
    async create(properties) {
      await refuseProductCode(db, properties.code);
      const locationId = await insertLocation(db, properties).catch(refuseTakenCode(properties.code));
      topics.publish(locationsTopic, { locationId });
    },

    async edit(id, properties) {
      await change(id, async (tx, location) => {
        if (properties.code !== location.code) await refuseProductCode(tx, properties.code);
        if (properties.sellable !== location.sellable) {
          if (location.kind === 'QUARANTINE') {
            throw new AppError('conflict', 'Stock in quarantine is not for sale', { reason: 'quarantine_not_sellable' });
          }
          await refuseFilled(tx, id, location, 'changing whether its stock is for sale');
        }
        await updateLocation(tx, id, properties).catch(refuseTakenCode(properties.code));
      });
    },

    deactivate: (id) =>
      change(id, async (tx, location) => {
        await refuseFilled(tx, id, location, 'taking it out of use');
        await updateLocation(tx, id, { active: false });
      }),

    activate: (id) => change(id, (tx) => updateLocation(tx, id, { active: true })),
  };
}

async function refuseFilled(tx: Database, id: number, { code, onHand }: Locked, what: string): Promise<void> {
  if (onHand === 0) return;
  const name = await nameUnitIn(tx, id);
  const units = onHand === 1 ? `1 unit, ${name}` : `${onHand} units, such as ${name}`;
  throw new AppError('conflict', `${code} holds ${units}. Move them before ${what}.`, { reason: 'not_empty' });
}

/** A scan field takes a location's code for the location; a product of the same code could then not be scanned. */
async function refuseProductCode(db: Database, code: string): Promise<void> {
  const [match] = await findMatches(db, code);
  if (match !== undefined) throw new AppError('conflict', `${code} is the code of a product: ${match.product.title}`, { reason: 'names_a_product' });
}

function refuseTakenCode(code: string): (error: unknown) => never {
  return (error) => {
    if (!violatesUnique(error, 'locations_code_key')) throw error;
    throw new AppError('conflict', `There is a location ${code.toUpperCase()} already`, { reason: 'code_taken' });
  };
}
