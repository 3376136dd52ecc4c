import { expect, it } from 'vitest';
import { DEFAULT_LOCATION, SHELF_LOCATIONS } from './shelf-locations.ts';

it('lists the 56 shelves from A-1 to G-8', () => {
  expect(SHELF_LOCATIONS).toHaveLength(56);
  expect([SHELF_LOCATIONS[0], SHELF_LOCATIONS.at(-1)]).toEqual(['A-1', 'G-8']);
  expect(SHELF_LOCATIONS).toContain(DEFAULT_LOCATION);
});
