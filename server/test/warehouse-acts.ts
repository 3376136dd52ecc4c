import { CODES } from './test-catalogue.ts';

/** One call that somebody in the warehouse makes. */
export interface Act {
  readonly url: string;
  readonly body: { readonly clientScanId?: string };
}

const PLACES = ['A-1', 'A-2', 'B-1', 'B-2', 'QUARANTINE'];
const LOCATIONS = 16;
const MOVEMENTS = 600;
/** The listings of the kettle, one per condition. */
const KETTLES = 2;
const LISTED = [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.bolt.sku];

/** Draws what people do at random, from a seed; who takes which number depends on whose turn it is. */
export function createActs(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  return {
    below,
    /** A unit comes. */
    arrival: (): Act => ({ url: '/api/sfinventory', body: { productId: oneOf(LISTED), locationId: oneOf(PLACES) } as object }),
    /**
     * Anything at all, done to one of these units or to one shelf.
     * @param person who does it, each in audit rounds of their own
     * @param nth which of their acts it is
     */
    any(unitIds: readonly number[], person: number, nth: number): Act {
      const name = `${person}-${nth}`;
      const id = oneOf(unitIds);
      const location = oneOf(PLACES);
      const scan = { productId: oneOf(LISTED), locationId: location };
      const audit = { ...scan, roundId: `race-round-${person}-${location}` };
      const acts: readonly (readonly [url: string, body: object])[] = [
        ['/api/updatelocalinventorylocation', { id, location }],
        ['/api/localinventory/delete', { id }],
        ['/api/localinventory/restore', { id }],
        ['/api/inventory/units/remove', { id, reason: 'MISSING' }],
        ['/api/inventory/movements/undo', { id: 1 + below(MOVEMENTS) }],
        ['/api/inventory/units/quarantine', { id, reason: 'DAMAGED' }],
        ['/api/inventory/units/release', { id }],
        ['/api/inventory/units/condition', { id, listingId: 1 + below(KETTLES), reason: 'DATA_ENTRY_ERROR' }],
        ['/api/sfinventory', { ...scan, clientScanId: `race-scan-${name}` }],
        ['/api/inventory/audit/scan', { ...audit, clientScanId: `race-audit-${name}`, surplus: 'add' }],
        ['/api/inventory/audit/scan', { ...audit, clientScanId: `race-move-${name}`, surplus: 'move', fromLocationId: 1 + below(LOCATIONS) }],
      ];
      const [url, body] = oneOf(acts);
      return { url, body };
    },
  };
}
