import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { expandLocationPattern } from '@stowage/contract/inventory/location-pattern';
import { type generateLocations, locationsTopic } from '@stowage/contract/inventory/locations';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { matchCodes } from '../../catalog/index.ts';
import { deactivateEmptyShelves, insertMissingLocations } from './location.repository.ts';

type Wanted = ParsedInputOf<typeof generateLocations>['body'];

export type GenerateLocations = ReturnType<typeof createLocationGenerator>;

export function createLocationGenerator({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  /** Adds the locations of a pattern that don't exist, all or none. */
  return async ({ pattern, separator, zone, deactivateOthers }: Wanted) => {
    const expanded = expandLocationPattern(pattern, separator);
    if ('problem' in expanded) throw new AppError('invalid_input', expanded.problem, { reason: 'bad_pattern' });
    const { codes } = expanded;
    const [product] = (await matchCodes(db, codes)).flat();
    if (product !== undefined) {
      const text = `One of these is the code of a product: ${product.product.title}. Choose another pattern or separator.`;
      throw new AppError('conflict', text, { reason: 'names_a_product' });
    }
    const { ids, deactivated } = await db.transaction().execute(async (tx) => ({
      ids: await insertMissingLocations(tx, codes, zone),
      deactivated: deactivateOthers ? await deactivateEmptyShelves(tx, codes) : 0,
    }));
    if (ids.length > 0 || deactivated > 0) topics.publish(locationsTopic, { locationId: ids[0] ?? 0 });
    const counts = { added: ids.length, existing: codes.length - ids.length, deactivated };
    return { message: messageOf(counts), ...counts };
  };
}

function messageOf({ added, existing, deactivated }: { added: number; existing: number; deactivated: number }): string {
  const parts = [
    ...(added > 0 || existing === 0 ? [counted(added, 'location added', 'locations added')] : []),
    ...(existing > 0 ? [`${numberText(existing)} existed already`] : []),
    ...(deactivated > 0 ? [`${numberText(deactivated)} other empty shelves deactivated`] : []),
  ];
  return parts.join(', ');
}
