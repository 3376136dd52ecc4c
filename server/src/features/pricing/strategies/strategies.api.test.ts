import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { spreadsheetCalls } from '../../../../test/fixtures/spreadsheet-calls.ts';
import { startTestEvents } from '../../../../test/fixtures/test-events.ts';
import { hurry } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { recordSampledOffers } from '../index.ts';

const simulated = await createTestMarketplace();
const { account, marketplace, sim } = simulated;
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
const user = await app.signIn();
const events = await startTestEvents(app, simulated);

const ASINS = { FOLLOW: 'B000000001', HELD: 'B000000002', PLAIN: 'B000000003', NOCOST: 'B000000004', EVENT: 'B000000005' } as const;
type Sku = keyof typeof ASINS;
const MATCH = {
  ...{ strategy: 'MATCH', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null, never_below_map: false },
  ...{ schedule: null, minimum: 15, maximum: 30, is_on: true },
};
const idOf = async (sku: Sku) => (await db.selectFrom('listings').select('id').where('seller_sku', '=', sku).executeTakeFirstOrThrow()).id;
const find = async (sku: Sku) => (await user.get(`/api/pricing/strategies/listings/${await idOf(sku)}`)).json();
const save = async (sku: Sku, change: object) => {
  const { version } = await find(sku);
  return admin.put(`/api/pricing/strategies/listings/${await idOf(sku)}`, { ...MATCH, version, ...change });
};
const saved = async (sku: Sku, change: object = {}) => expect((await save(sku, change)).json()).toEqual({ success: true });
const list = async (query = '') => (await user.get(`/api/pricing/strategies${query}`)).json();
const priceJobs = () => db.selectFrom('listing_jobs').select(['id', 'code', 'status']).where('kind', '=', 'follow-prices').orderBy('id').execute();
/** Stores a sample of offers, as the import and the reading of an event do. */
async function sample(sku: Sku, cents: readonly number[], at = new Date()): Promise<void> {
  const asin = ASINS[sku];
  await db.transaction().execute(async (tx) => {
    await sql`delete from competitor_offers where asin = ${asin}`.execute(tx);
    await sql`insert into competitor_offers (asin, condition, seller_id, is_own, price, shipping, is_fba, is_featured, read_at)
      select ${asin}, 11, 'RIVAL' || nth, false, cents / 100.0, 0, false, false, ${at} from unnest(${cents}::int[]) with ordinality as i (cents, nth)`.execute(
      tx,
    );
    await sql`insert into offer_samples (asin, condition_group, offers, empty_in_a_row, read_at) values (${asin}, 'New', ${cents.length}, ${cents.length === 0 ? 2 : 0}, ${at})
      on conflict (asin, condition_group) do update set offers = excluded.offers, empty_in_a_row = excluded.empty_in_a_row, read_at = excluded.read_at`.execute(
      tx,
    );
    await recordSampledOffers(tx, { sampled: [asin], changed: [asin], now: at });
  });
}
/** The last decision. A job of another price, for which decisions wait, goes on at once. */
async function decided(sku: Sku) {
  await hurry(app);
  return (await find(sku)).last;
}
async function shown(sku: Sku): Promise<string | undefined> {
  await sim.advance(5_000);
  await hurry(app);
  return (await marketplace.listing(sku)).price;
}

beforeAll(async () => {
  const priced = (sku: Sku, change: object = {}) => ({
    sku,
    asin: ASINS[sku],
    mapCents: 2_500,
    costCents: 800,
    priceCents: 2_000,
    quantity: 1,
    available: 1,
    ...change,
  });
  await seedPricedListings(db, sim, [
    priced('FOLLOW'),
    priced('HELD', { costCents: 100 }),
    priced('PLAIN'),
    priced('NOCOST', { mapCents: undefined, costCents: undefined }),
    priced('EVENT'),
  ]);
});

it('changes nothing before a person has turned a strategy on', async () => {
  await saved('FOLLOW', { is_on: false });
  await sample('FOLLOW', [1_800]);
  await sample('PLAIN', [1_800]);
  expect(await db.selectFrom('price_checks').select('listing_id').execute()).toEqual([]);
  expect(await find('FOLLOW')).toMatchObject({ price: '20.00', floor: '8.00', map_price: '25.00', last: null, strategy: { is_on: false, strategy: 'MATCH' } });
  expect((await user.put(`/api/pricing/strategies/listings/${await idOf('FOLLOW')}`, { ...MATCH, version: 1 })).statusCode).toBe(403);
});

it('refuses a strategy that contradicts itself, and a stale change', async () => {
  const problems = async (change: object) => (await save('FOLLOW', change)).json().error;
  expect(await problems({ minimum: 31 })).toMatchObject({ code: 'invalid_input' });
  expect(await problems({ strategy: 'UNDERCUT' })).toMatchObject({ code: 'invalid_input' });
  // One decimal is stored.
  expect(await problems({ strategy: 'UNDERCUT', undercut_percent: 12.35 })).toMatchObject({ code: 'invalid_input' });
  expect(await problems({ schedule: { days: [], from: '08:00', until: '18:00', zone: 'Mars/Base' } })).toMatchObject({ code: 'invalid_input' });
  expect((await problems({ version: 0 })).reason).toBe('changed_meanwhile');
});

it('saves one of two changes that people make at the same time, and refuses the other', async () => {
  const { version } = await find('FOLLOW');
  const id = await idOf('FOLLOW');
  const change = async (minimum: number) =>
    (await admin.put(`/api/pricing/strategies/listings/${id}`, { ...MATCH, is_on: false, version, minimum })).json().error?.reason ?? 'saved';
  const isLocked = sql`select from listings where id = ${id} for no key update`;
  expect((await callAtOnce(db, isLocked, [() => change(16), () => change(17)])).toSorted()).toEqual(['changed_meanwhile', 'saved']);
});

it('sends the price of a strategy, with a full explanation, and follows changed offers', async () => {
  await saved('FOLLOW');
  await expect.poll(() => shown('FOLLOW')).toBe('18.00');
  await expect.poll(async () => (await find('FOLLOW')).price).toBe('18.00');
  const { last } = await find('FOLLOW');
  expect(last).toMatchObject({
    job_id: expect.any(String),
    explanation: { strategy: 'MATCH', before: '20.00', wanted: '18.00', competitor: { seller_id: 'RIVAL1', price: '18.00' }, cost: '8.00', held_by: null },
  });
  expect(last.explanation.steps).toEqual([
    expect.stringContaining('Lowest competing offer: $18.00 of RIVAL1'),
    'Match the lowest offer: $18.00',
    'Lower the price from $20.00 to $18.00',
  ]);
  const { decision } = (await user.get('/api/pricing-breakdown/latest?sku=FOLLOW')).json();
  expect(JSON.parse(decision.calculation_details)).toMatchObject({ ownStrategy: 'MATCH', steps: last.explanation.steps });
  expect(decision).toMatchObject({ pricing_method: 'lowest_price_per_condition', submitted_price: 18, outcome: 'ACCEPTED' });
  await sample('FOLLOW', [1_300]);
  await expect.poll(() => shown('FOLLOW')).toBe('15.00');
  expect((await find('FOLLOW')).last.explanation).toMatchObject({ bound_by: 'MINIMUM' });
  // Nothing else has changed, and nobody has turned the other on.
  expect(await shown('PLAIN')).toBe('20.00');
});

it('starts no job when the price stays', async () => {
  const before = (await priceJobs()).length;
  await sample('FOLLOW', [1_200]);
  await expect.poll(async () => (await decided('FOLLOW')).explanation.steps[0]).toContain('$12.00');
  expect((await find('FOLLOW')).last).toMatchObject({ job_id: null, explanation: { wanted: '15.00', bound_by: 'MINIMUM' } });
  expect(await priceJobs()).toHaveLength(before);
});

it('holds a steep drop once, and sends it as soon as a person approves it', async () => {
  await sample('HELD', [1_000]);
  await saved('HELD', { minimum: 5 });
  await expect.poll(async () => (await decided('HELD'))?.explanation.held_by).toBe('drop');
  const { last } = await find('HELD');
  expect(last.explanation.steps.at(-1)).toBe('Held: A drop of 50.0 % from $20.00 needs approval');
  expect(await list('?state=HELD')).toMatchObject({
    held_count: 1,
    data: [{ sku: 'HELD', held_reason: expect.stringContaining('50.0 %'), job_id: last.job_id }],
  });
  await expect.poll(async () => (await priceJobs()).every(({ status }) => status === 'COMPLETED')).toBe(true);
  const before = (await priceJobs()).length;
  await sample('HELD', [1_000, 1_100]);
  await expect.poll(async () => (await decided('HELD')).decided_at).not.toBe(last.decided_at);
  expect(await priceJobs()).toHaveLength(before);
  expect((await find('HELD')).last.job_id).toBe(last.job_id);
  const approved = await admin.post('/api/bulk/approve-prices', { selection: { ids: ['HELD'] }, input: { job_id: last.job_id } });
  expect(approved.json()).toMatchObject({ done: 1 });
  await expect.poll(() => shown('HELD')).toBe('10.00');
});

it('shows all prices of strategies as one choice of the breakdown', async () => {
  const jobs = (await admin.get('/api/pricing-breakdown/jobs')).json();
  const all = (await admin.post('/api/pricing-breakdown/data', {})).json();
  const following = (await admin.post('/api/pricing-breakdown/data', { jobId: 'strategies' })).json();
  expect(following.totalCount).toBeGreaterThan(0);
  expect(following.totalCount).toBeLessThanOrEqual(all.totalCount);
  expect(jobs.at(-1)).toEqual({ job_id: 'strategies', item_count: following.totalCount, is_preview: false, needs_approval: false });
  expect((await admin.get('/api/pricing-breakdown/summary?jobId=strategies')).json().total_items).toBe(following.totalCount);
});

it('holds a price without a cost and a minimum', async () => {
  await sample('NOCOST', [1_900]);
  await saved('NOCOST', { minimum: null });
  await expect.poll(async () => (await decided('NOCOST'))?.explanation.held_by).toBe('no_inputs');
  expect((await list('?search=NOCOST')).data[0].held_reason).toContain('Its cost is unknown');
  expect(await shown('NOCOST')).toBe('20.00');
});

it('uses the strategy in a sync too, and the rules of the sync for every other listing', async () => {
  await sample('PLAIN', [1_800]);
  const { jobId } = (await admin.post('/api/adminsettings/syncelocalandamazonsfinventory/lowestprice/preview')).json();
  await expect.poll(async () => (await admin.get(`/api/pricing/jobs/${jobId}`)).json().isComplete).toBe(true);
  const { data } = (await admin.post('/api/pricing-breakdown/data', { jobId })).json();
  const prices = Object.fromEntries(data.map((row: { merchant_sku: string; submitted_price: number }) => [row.merchant_sku, row.submitted_price]));
  expect(prices).toMatchObject({ FOLLOW: 15, PLAIN: 17 });
});

it('waits while prices are paused, and goes on when they resume', async () => {
  const settings = (await admin.get('/api/pricing/settings')).json();
  const { clearableListings: _, example: __, ...guards } = settings;
  await admin.put('/api/pricing/settings', { ...guards, isPaused: true });
  await sample('FOLLOW', [1_700]);
  await hurry(app);
  expect(await shown('FOLLOW')).toBe('15.00');
  await admin.put('/api/pricing/settings', { ...guards, isPaused: false });
  await expect.poll(() => shown('FOLLOW')).toBe('17.00');
});

it('waits while the prices of its channel are paused, beside another channel', async () => {
  const pause = (pausedChannels: object) => admin.put('/api/pricing/settings', { pausedChannels });
  await pause({ FBA: true });
  await sample('FOLLOW', [1_650]);
  await expect.poll(() => shown('FOLLOW')).toBe('16.50');
  await pause({ FBA: false, SELLER_FULFILLED: true });
  expect(await find('FOLLOW')).toMatchObject({ is_paused: true });
  expect(await list()).toMatchObject({ is_paused: false, paused_channels: ['SELLER_FULFILLED'] });
  await sample('FOLLOW', [1_700]);
  const isWaiting = async () => (await sql`select from price_checks where listing_id = ${await idOf('FOLLOW')}`.execute(db)).rows.length;
  await hurry(app);
  expect(await isWaiting()).toBe(1);
  expect(await shown('FOLLOW')).toBe('16.50');
  await pause({ SELLER_FULFILLED: false });
  await expect.poll(() => shown('FOLLOW')).toBe('17.00');
});

it('numbers a check above all earlier ones, so that a decision of an earlier cause never forgets it', async () => {
  const versionOfNext = async (cents: number) => {
    await admin.put('/api/pricing/settings', { pausedChannels: { SELLER_FULFILLED: true } });
    await sample('FOLLOW', [cents]);
    const { rows } = await sql<{ version: string }>`select version from price_checks where listing_id = ${await idOf('FOLLOW')}`.execute(db);
    await admin.put('/api/pricing/settings', { pausedChannels: { SELLER_FULFILLED: false } });
    await expect.poll(() => shown('FOLLOW')).toBe((cents / 100).toFixed(2));
    return Number(rows[0]?.version);
  };
  const first = await versionOfNext(1_720);
  expect(await versionOfNext(1_680)).toBeGreaterThan(first);
  await sample('FOLLOW', [1_700]);
  await expect.poll(() => shown('FOLLOW')).toBe('17.00');
});

it('hides that a price is the floor from people who see no costs, because its amount is on Amazon', async () => {
  const pricing = await app.signIn(['prices.read', 'listings.sync']);
  const bounds = async (person: typeof user) => {
    await hurry(app);
    const { data } = (await person.get('/api/pricing/strategies?search=FOLLOW')).json();
    const { last } = (await person.get(`/api/pricing/strategies/listings/${await idOf('FOLLOW')}`)).json();
    return [data[0].bound_by, last.explanation.bound_by];
  };
  await saved('FOLLOW', { minimum: null });
  await sample('FOLLOW', [700]);
  await expect.poll(() => bounds(user)).toEqual(['FLOOR', 'FLOOR']);
  expect(await bounds(pricing)).toEqual([null, null]);
  await saved('FOLLOW');
  await sample('FOLLOW', [1_700]);
  await expect.poll(() => shown('FOLLOW')).toBe('17.00');
});

it('lists and counts the strategies of listings that Amazon lacks, and no other such listings', async () => {
  const counts = async () => {
    const [{ on_count }, { totalCount }] = [await list(), await list('?state=ON')];
    return { on_count, totalCount };
  };
  const before = await counts();
  const rowOf = async (sku: string) =>
    (await list(`?search=${sku}`)).data.map(({ is_on, is_on_amazon, price }: object & Record<string, unknown>) => [is_on, is_on_amazon, price]);
  const show = (at: Date | null) => sql`update marketplace_listings set gone_at = ${at} where seller_sku = 'FOLLOW'`.execute(db);
  await show(new Date());
  expect(await rowOf('FOLLOW')).toEqual([[true, false, null]]);
  expect(await counts()).toEqual(before);
  await show(null);
  const { upload, apply, undo } = spreadsheetCalls(admin);
  await sql`insert into listings (product_id, seller_sku, condition, channel) select product_id, sku, 11, channel from listings, unnest(array['NOT-YET', 'NEVER']) as s (sku) where seller_sku = 'FOLLOW'`.execute(
    db,
  );
  const { id } = await upload('strategies', [
    ['Seller SKU', 'Strategy', 'Minimum', 'On'],
    ['NOT-YET', 'Match the lowest offer', '5.00', 'yes'],
  ]);
  expect(await apply(id)).toMatchObject({ state: 'APPLIED', failure: null });
  expect([await rowOf('NOT-YET'), await rowOf('NEVER')]).toEqual([[[true, false, null]], []]);
  expect(await counts()).toEqual({ on_count: before.on_count + 1, totalCount: before.totalCount + 1 });
  const csv = (await user.get('/api/pricing/strategies.csv?search=NOT-YET')).body;
  expect(csv).toContain('NOT-YET,');
  await undo(id);
  expect(await counts()).toEqual(before);
});

it('simulates a strategy over the recorded offers, and sends nothing', async () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  await db.deleteFrom('offer_history').where('asin', '=', ASINS.PLAIN).execute();
  for (const [date, cents] of [
    ['2026-10-01', 2_200],
    ['2026-10-05', 1_200],
    ['2026-10-09', 1_900],
  ] as const) {
    await sql`insert into offer_history (asin, condition_group, read_at, offers)
      values (${ASINS.PLAIN}, 'New', ${day(date)}, ${JSON.stringify([
        [11, 'RIVAL', false, cents, 0, true],
        [11, 'US', true, 2_300, 0, false],
      ])}::jsonb)`.execute(db);
  }
  const body = { strategy: { ...MATCH, is_on: undefined }, start_date: '2026-10-02', end_date: '2026-10-10' };
  const answer = await user.post(`/api/pricing/strategies/listings/${await idOf('PLAIN')}/simulate`, body);
  expect(answer.json()).toMatchObject({
    recorded_since: '2026-10-01T12:00:00.000Z',
    points: [
      { at: '2026-10-02T00:00:00.000Z', competitor: 22, actual: 23, simulated: 22 },
      { at: '2026-10-05T12:00:00.000Z', competitor: 12, simulated: 22, held_reason: expect.stringContaining('needs approval') },
      { at: '2026-10-09T12:00:00.000Z', competitor: 19, simulated: 19 },
    ],
    figures: { samples: 3, changes: 2, held: 1, lowest: 19, highest: 22, average_actual: 23 },
  });
  expect((await find('PLAIN')).strategy).toBeNull();
  const early = await user.post(`/api/pricing/strategies/listings/${await idOf('PLAIN')}/simulate`, {
    ...body,
    start_date: '2026-08-01',
    end_date: '2026-08-10',
  });
  expect(early.json()).toMatchObject({ points: [], figures: { samples: 0, average: null } });
});

it('gives a selection a strategy, turns it on and off, and undoes that', async () => {
  const { is_on: _, minimum: __, maximum: ___, ...behavior } = { ...MATCH, strategy: 'STAY_AT_MAP' };
  const set = async (path: string, input: object, ids: readonly number[]) => (await admin.post(`/api/bulk/${path}`, { selection: { ids }, input })).json();
  const [plain, follow] = [await idOf('PLAIN'), await idOf('FOLLOW')];
  expect((await set('turn-on-strategies', {}, [plain])).refused_rows).toMatchObject([{ reason: 'no_strategy' }]);
  const action = await set('set-price-strategies', behavior, [plain, follow]);
  expect(action).toMatchObject({ done: 2 });
  expect((await find('FOLLOW')).strategy).toMatchObject({ strategy: 'STAY_AT_MAP', minimum: 15, maximum: 30, is_on: true });
  const { strategy, version: seen } = await find('PLAIN');
  expect(strategy).toMatchObject({ strategy: 'STAY_AT_MAP', minimum: null, is_on: false });
  const undo = async (id: string) => {
    await admin.post(`/api/bulk/${id}/undo`);
    await expect.poll(async () => (await find('PLAIN')).strategy).toBeNull();
  };
  await undo(action.id);
  expect((await find('FOLLOW')).strategy).toMatchObject({ strategy: 'MATCH' });
  // The person who saw the removed strategy doesn't overwrite the new one.
  const again = await set('set-price-strategies', { ...behavior, strategy: 'LOWEST_PRICE' }, [plain]);
  expect((await save('PLAIN', { version: seen })).json().error).toMatchObject({ reason: 'changed_meanwhile' });
  await undo(again.id);
  expect(await set('turn-off-strategies', {}, [follow])).toMatchObject({ done: 1 });
  expect(await list('?state=OFF')).toMatchObject({ data: [{ sku: 'FOLLOW', is_on: false, wanted: null }] });
});

it('brings in what it exports, with changes and an undo', async () => {
  const calls = spreadsheetCalls(admin);
  const { body } = await user.get('/api/pricing/strategies.csv?state=OFF');
  const [headers = [], row = []] = body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace(/^\uFEFF/, '').split(','));
  expect(row.slice(0, 4)).toEqual(['FOLLOW', 'Match the lowest offer', '15.00', '30.00']);
  const at = (name: string, value: string, cells: readonly string[]) => cells.with(headers.indexOf(name), value);
  const unchanged = await calls.upload('strategies', [headers, row]);
  expect(unchanged).toMatchObject({ sameCount: 1, wrongCount: 0 });
  const added = at('Days', 'Mon Tue', at('From', '8:00', at('Until', '18:00', at('Time zone', 'America/New_York', at('Seller SKU', 'PLAIN', row)))));
  const wrong = at('Minimum', '40', at('Seller SKU', 'NOCOST', row));
  const file = await calls.upload('strategies', [headers, at('Minimum', '12.50', row), added, wrong, at('Seller SKU', 'NOBODY', row)]);
  expect((await admin.get(`/api/spreadsheets/${file.id}/rows?state=WRONG&page=0`)).body).toContain('The maximum is below the minimum');
  await calls.apply(file.id, true);
  await expect.poll(async () => (await find('PLAIN')).strategy?.schedule).toEqual({ days: [1, 2], from: '08:00', until: '18:00', zone: 'America/New_York' });
  expect((await find('FOLLOW')).strategy).toMatchObject({ minimum: 12.5, maximum: 30 });
  await calls.undo(file.id);
  await expect.poll(async () => (await find('PLAIN')).strategy).toBeNull();
  expect((await find('FOLLOW')).strategy).toMatchObject({ minimum: 15 });
});

it.each([
  ['an undercut strategy that a file replaces', ['Strategy'], ['LOWEST_PRICE']],
  ['times and days in another form', ['Days', 'From', 'Until'], ['mon,tue', '8:00', '18:00']],
  ['an amount that its strategy has no use for', ['Strategy', 'Undercut by'], ['STAY_AT_MAP', '0.75']],
])('undoes %s, and finds the applied file the same', async (_, columns, cells) => {
  const calls = spreadsheetCalls(admin);
  const schedule = { days: [3], from: '09:00', until: '17:00', zone: 'UTC' };
  await saved('FOLLOW', { strategy: 'UNDERCUT', undercut_amount: 0.5, schedule, is_on: false });
  const { version: _version, ...before } = (await find('FOLLOW')).strategy;
  const table = [
    ['Seller SKU', ...columns],
    ['FOLLOW', ...cells],
  ];
  const file = await calls.upload('strategies', table);
  expect(file).toMatchObject({ changedCount: 1 });
  expect(await calls.apply(file.id)).toMatchObject({ state: 'APPLIED' });
  expect(await calls.upload('strategies', table)).toMatchObject({ sameCount: 1 });
  expect(await calls.undo(file.id)).toMatchObject({ state: 'UNDONE', failure: null });
  expect((await find('FOLLOW')).strategy).toMatchObject(before);
});

it('reads ranges of days, and refuses words that only begin like a day', async () => {
  const calls = spreadsheetCalls(admin);
  await saved('FOLLOW', { schedule: null, is_on: false });
  const upload = (days: string) =>
    calls.upload('strategies', [
      ['Seller SKU', 'Days', 'From', 'Until'],
      ['FOLLOW', days, '22:00', '06:00'],
    ]);
  const read: Record<string, number[]> = {};
  for (const days of ['Mon-Fri', 'Sat – Mon', 'Tues, Thursdays', '1-3;7']) {
    const file = await upload(days);
    await calls.apply(file.id);
    read[days] = (await find('FOLLOW')).strategy.schedule.days;
    await calls.undo(file.id);
  }
  expect(read).toEqual({ 'Mon-Fri': [1, 2, 3, 4, 5], 'Sat – Mon': [1, 6, 7], 'Tues, Thursdays': [2, 4], '1-3;7': [1, 2, 3, 7] });
  for (const days of ['Monthly', 'Mon-Wed-Fri', 'Mon to Fri']) expect(await upload(days), days).toMatchObject({ wrongCount: 1 });
});

it('keeps what a person changes while a file is applied, and while it is undone', async () => {
  const calls = spreadsheetCalls(admin);
  await saved('FOLLOW', { minimum: 10, maximum: 30, is_on: false });
  const file = await calls.upload('strategies', [
    ['Seller SKU', 'Maximum'],
    ['FOLLOW', '40'],
  ]);
  const isLocked = sql`select from listings where id = ${await idOf('FOLLOW')} for no key update`;
  const { version } = await find('FOLLOW');
  const id = await idOf('FOLLOW');
  const change = async (minimum: number, now: object) =>
    (await admin.put(`/api/pricing/strategies/listings/${id}`, { ...MATCH, is_on: false, ...now, minimum })).statusCode;
  await callAtOnce<unknown>(db, isLocked, [() => change(11, { version, maximum: 30 }), () => calls.apply(file.id)]);
  expect((await find('FOLLOW')).strategy).toMatchObject({ minimum: 11, maximum: 40 });
  const later = (await find('FOLLOW')).version;
  await callAtOnce<unknown>(db, isLocked, [() => change(12, { version: later, maximum: 40 }), () => calls.undo(file.id)]);
  expect((await find('FOLLOW')).strategy).toMatchObject({ minimum: 12, maximum: 30 });
});

// Only the event can have caused it: no import of offers is scheduled here.
it('reacts to an event about changed offers', async () => {
  await saved('EVENT', { minimum: 10, maximum: 60 });
  expect((await admin.post('/api/marketplace/events/subscribe')).json()).toMatchObject({ success: true });
  events.receive();
  // Teaches the client the simulator's rate limit.
  await marketplace.offersFor([ASINS.EVENT], 'New');
  await sim.compete(ASINS.EVENT, 0.97);
  await expect.poll(async () => (await decided('EVENT'))?.explanation.competitor?.price).toBeDefined();
  const before = (await find('EVENT')).last.explanation.competitor.price;
  await sim.compete(ASINS.EVENT, 1.05);
  await expect.poll(async () => (await decided('EVENT')).explanation.competitor.price).not.toBe(before);
  const { wanted } = (await find('EVENT')).last.explanation;
  await expect.poll(async () => (await find('EVENT')).price).toBe(wanted);
});

it('finds the listing of a SKU in any letter case, the one in the same letters first', async () => {
  const calls = spreadsheetCalls(admin);
  await saved('FOLLOW', { is_on: false });
  const of = async (sku: string, minimum: string) =>
    calls.upload('strategies', [
      ['Seller SKU', 'Minimum'],
      [sku, minimum],
    ]);
  const file = await of('follow', '9.00');
  expect(file).toMatchObject({ changedCount: 1, wrongCount: 0 });
  await calls.apply(file.id);
  expect((await find('FOLLOW')).strategy.minimum).toBe(9);
  const { product_id } = await db.selectFrom('listings').select('product_id').where('seller_sku', '=', 'FOLLOW').executeTakeFirstOrThrow();
  await db.insertInto('listings').values({ product_id, seller_sku: 'follow', condition: 11, channel: 'SELLER_FULFILLED' }).execute();
  expect(await of('FOLLOW', '8.00')).toMatchObject({ changedCount: 1 });
  expect(await of('follow', '8.00')).toMatchObject({ wrongCount: 1 });
  const twice = await calls.upload('strategies', [['Seller SKU', 'Minimum'], ...['FOLLOW', 'Follow'].map((sku) => [sku, '7.00'])]);
  expect((await admin.get(`/api/spreadsheets/${twice.id}/rows?state=WRONG`)).body).toContain('Row 2 names the same record');
});
