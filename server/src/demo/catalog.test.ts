import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { describe, expect, it } from 'vitest';
import { demoCatalog } from './catalog.ts';
import { demoStock } from './stock.ts';

const now = new Date('2026-11-20T14:00:00Z');
const locations = Array.from({ length: 56 }, (_, i) => ({ id: i + 1, location: `${'ABCDEFG'[Math.floor(i / 8)]}-${(i % 8) + 1}` }));
const catalog = demoCatalog(1);
const stock = demoStock({ seed: 1, now, listings: catalog.listings, locations, staff: [1, 2, 3] });

describe('the demo catalog', () => {
  it('is the same for the same seed and different for another one', () => {
    expect(demoCatalog(1)).toEqual(catalog);
    expect(demoCatalog(2)).not.toEqual(catalog);
  });

  it('has 5,000 listings with realistic identifiers and valid check digits', () => {
    const { listings, gtins } = catalog;
    expect(listings.id).toHaveLength(5_000);
    expect(listings.asin.every((asin) => /^B0[0-9A-Z]{8}$/.test(asin))).toBe(true);
    expect(listings.fnsku.every((fnsku) => /^X00[0-9A-Z]{7}$/.test(fnsku))).toBe(true);
    expect(gtins.gtin14.every((gtin) => toGtin14(gtin) === gtin)).toBe(true);
    for (const unique of [listings.sellerSku, listings.fnsku, gtins.gtin14]) expect(new Set(unique).size).toBe(unique.length);
  });
});

describe('the demo stock', () => {
  it('is the same for the same seed', () => {
    expect(demoStock({ seed: 1, now, listings: catalog.listings, locations, staff: [1, 2, 3] })).toEqual(stock);
  });

  it('has 20,000 units over ninety days, each with a consistent history', () => {
    expect(stock.units.id).toHaveLength(20_000);
    const oldest = now.getTime() - 91 * 86_400_000;
    expect(stock.units.createdAt.every((at) => at.getTime() > oldest && at < now)).toBe(true);
    const lives = new Map<number, { types: string[]; place: number | null; at: number }>();
    stock.movements.unitId.forEach((unit, i) => {
      const life = lives.get(unit) ?? { types: [], place: null, at: 0 };
      expect(stock.movements.fromLocationId[i]).toBe(life.place);
      const at = stock.movements.createdAt[i]?.getTime() ?? 0;
      expect(at).toBeGreaterThanOrEqual(life.at);
      expect(at).toBeLessThan(now.getTime());
      lives.set(unit, { types: [...life.types, stock.movements.type[i] ?? ''], place: stock.movements.toLocationId[i] ?? null, at });
    });
    for (const { types } of lives.values()) expect(types[0]).toBe('ADD');
  });
});
