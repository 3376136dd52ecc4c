import { toGtin14 } from '@stowage/contract/catalog/identifiers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { findMatches } from './code-match.read-model.ts';
import { chooseListing } from './listing-choice.rules.ts';

const { app, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const identify = async (code: unknown) => (await person.post('/api/identify', { code })).json();

describe('POST /api/identify', () => {
  it.each([
    [CODES.kettle.newFnsku, 'FNSKU', 'KETTLE-N'],
    [CODES.kettle.newFnsku.toLowerCase(), 'FNSKU', 'KETTLE-N'],
    [CODES.kettle.goodSku, 'SKU', 'KETTLE-G'],
    [CODES.kettle.asin, 'ASIN', 'KETTLE-N'],
    [CODES.kettle.upc, 'GTIN', 'KETTLE-N'],
    [`0${CODES.kettle.upc}`, 'GTIN', 'KETTLE-N'],
    [`00${CODES.kettle.upc}`, 'GTIN', 'KETTLE-N'],
    [CODES.kettle.itemCode, 'ITEM_CODE', 'KETTLE-N'],
    [CODES.bolt.ean8, 'GTIN', 'BOLT-G'],
    [`  ${CODES.bolt.sku}\r`, 'SKU', 'BOLT-G'],
  ])('matches %s as %s of %s', async (code, kind, sellerSku) => {
    expect(await identify(code)).toMatchObject({ status: 'HIT', matches: [{ kind, listing: { sellerSku } }] });
  });

  it('lists the listings of an ambiguous code', async () => {
    const answer = await identify(CODES.lamp.upc);
    expect(answer).toMatchObject({ status: 'AMBIGUOUS', normalised: '00012345678905' });
    expect(answer.matches.map((match: { condition: number }) => match.condition)).toEqual([2, 4]);
  });

  it.each([
    ['a-1', 'LOCATION', 'A-1'],
    ['quarantine', 'LOCATION', 'QUARANTINE'],
    ['LPNRR123456', 'LPN', 'LPNRR123456'],
    ['112-1234567-7654321', 'ORDER', '112-1234567-7654321'],
    ['1Z5R89390357567127', 'TRACKING', '1Z5R89390357567127'],
    ['9400111202555842332669', 'TRACKING', '9400111202555842332669'],
    ['X00NOTHING', 'MISS', 'X00NOTHING'],
    ['   ', 'MISS', ''],
  ])('matches %s as %s', async (code, status, normalised) => {
    expect(await identify(code)).toEqual({ status, matches: [], normalised });
  });

  it.each(["'; drop table listings; --", 'a%b_c', '\\', '$1', '<script>', '😀', 'x'.repeat(256)])('treats %j as plain text', async (code) => {
    expect((await identify(code)).status).toBe('MISS');
  });

  it('rejects values that are not text, and requires a session', async () => {
    for (const code of [7, null, {}, [], '', 'x'.repeat(257)]) expect((await identify(code)).error.code).toBe('invalid_input');
    expect((await app.inject({ method: 'POST', url: '/api/identify', payload: { code: 'x' } })).statusCode).toBe(401);
  });
});

it('agrees with the look-up of scans about codes that one listing has', async () => {
  // Another listing's SKU is an FNSKU, and a code in lower case is two SKUs.
  await sql`insert into listings (product_id, seller_sku, fnsku, asin, condition, channel) values
    (3, ${CODES.kettle.newFnsku}, 'X000BOLT0V', 'B00000BOLV', 2, 'SELLER_FULFILLED'), (3, 'bolt-v', null, 'B00000BOLW', 4, 'FBA'), (3, 'BOLT-V', null, 'B00000BOLW', 4, 'FBA')`.execute(
    db,
  );
  const { kettle, lamp, bolt } = CODES;
  const codes = [...Object.values(kettle), ...Object.values(lamp), ...Object.values(bolt), 'X000BOLT0V', 'B00000BOLV', 'b00000bolw', 'Bolt-v', 'UNKNOWN01'];
  const { rows } = await sql<{ found: (string | null)[] }>`
    select listing_ids as found from only_listings(${codes}, ${codes.map((code) => toGtin14(code) ?? null)})`.execute(db);
  const expected: (string | null)[] = [];
  for (const code of codes) {
    const matches = await findMatches(db, code);
    const ofFirstKind = matches.filter(({ kind }) => kind === matches[0]?.kind);
    const choice = chooseListing(matches, code);
    expected.push(ofFirstKind.length === 1 && choice.status === 'HIT' ? String(choice.match.listing.id) : null);
    expect(ofFirstKind.length !== 1 || choice.status === 'HIT').toBe(true);
  }
  expect(rows[0]?.found).toEqual(expected);
  expect(new Set(expected).size).toBeGreaterThan(4);
});
