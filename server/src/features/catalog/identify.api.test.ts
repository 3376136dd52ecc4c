import { describe, expect, it } from 'vitest';
import { CODES, layTestCatalogue } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';

const { app, db, signIn } = await createTestApp();
await layTestCatalogue(db);
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
