import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { poRow, purchasingOf } from '../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { fileSource } from './filing/index.ts';

const { app, db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const list = async (query: string) => (await admin.get(`/api/documents${query}`)).json().rows;

it("files a packing list's file with its list, again when it is replaced, and deletes it with the list", async () => {
  const purchasing = purchasingOf(admin);
  await purchasing.upload([poRow('PO-FILED')]);
  const listId = await purchasing.createList('PO-FILED', [3]);
  const put = (name: string, content: string) =>
    app.inject({
      method: 'PUT',
      url: `/api/packing-lists/${listId}/file?name=${encodeURIComponent(name)}`,
      payload: content,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
    });
  expect((await put('first.csv', 'sku,quantity\nA,1\n')).statusCode).toBe(200);
  const link = { kind: 'PACKING_LIST', id: String(listId), label: expect.stringContaining('PO-FILED') };
  const [first] = await list('?type=PACKING_LIST');
  expect(first).toMatchObject({ name: 'first.csv', vendor: 'Norden', link, bytes: 17, is_elsewhere: true });
  await put('second.csv', 'sku,quantity\nA,22\n');
  const [second, ...others] = await list('?type=PACKING_LIST');
  expect([second, others]).toMatchObject([{ name: 'second.csv', link, bytes: 18 }, []]);
  expect((await admin.get(`/api/documents/${second.id}/content`)).body).toBe('sku,quantity\nA,22\n');
  expect((await admin.post('/api/documents/delete', { ids: [second.id] })).json()).toEqual({ changed: 0 });
  expect(
    (await app.inject({ method: 'DELETE', url: `/api/packing-lists/${listId}/file`, headers: { authorization: `Bearer ${admin.token}` } })).statusCode,
  ).toBe(200);
  expect(await list('?type=PACKING_LIST')).toEqual([]);
});

it("files a feed's payload once, and finds it by its changes", async () => {
  await sql`
    with run as (insert into job_runs (kind, key, state, finished_at, counts) values ('sync-listings', 'sync', 'DONE', now(), '{}') returning id),
      job as (insert into listing_jobs (run_id, kind, status, finished_at) select id, 'sync-listings', 'COMPLETED', now() from run returning id),
      change as (insert into listing_changes (job_id, part, position, seller_sku, old_price, new_price, sends_price, sends_quantity)
        select id, 1, 1, 'KETTLE-N', 20, 18.5, true, false from job)
    insert into listing_feeds (job_id, part, feed_type, operation_type, messages, submitted_at) select id, 1, 'JSON_LISTINGS_FEED', 'PATCH', 1, now() from job`.execute(
    db,
  );
  const feed = await db.selectFrom('listing_feeds').select(['id', 'job_id']).executeTakeFirstOrThrow();
  await fileSource(db, {
    store: 'FEED',
    key: String(feed.id),
    place: `${feed.job_id}/1`,
    name: `feed-${feed.job_id}-1.csv`,
    type: 'FEED_PAYLOAD',
    area: 'listings.read',
    link: { kind: 'FEED', id: feed.id, label: `Listing job ${feed.job_id}` },
    mediaType: 'text/csv',
    bytes: null,
    sha256: null,
    actorId: null,
  });
  const rows = await list('?type=FEED_PAYLOAD');
  expect(rows).toMatchObject([{ name: `feed-${feed.job_id}-1.csv`, link: { kind: 'FEED', id: String(feed.id) }, is_elsewhere: true }]);
  expect((await admin.get(`/api/documents/${rows[0].id}/content`)).body).toContain('KETTLE-N');
});
