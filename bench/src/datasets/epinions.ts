import type pg from 'pg';

/** A public benchmark: tables with only their keys, and its queries. */
export interface Workload {
  readonly name: string;
  seed(client: pg.Client, scale: number): Promise<void>;
  /** By name; the values may differ per run. */
  readonly queries: Readonly<Record<string, (run: number) => { text: string; values: readonly unknown[] }>>;
  /** The benchmark's own secondary indexes. */
  readonly indexes: readonly string[];
}

const pick = (run: number, salt: number, count: number) => 1 + ((run * 7_919 + salt * 104_729) % count);
const USERS = 200_000;
const ITEMS = 100_000;

/** The Epinions benchmark of BenchBase: reviews of a shop's customers and whom they trust. Popular items and people have most of the reviews. */
export const EPINIONS: Workload = {
  name: 'Epinions (BenchBase)',
  async seed(client, scale) {
    const n = (count: number) => Math.round(count * scale);
    await client.query(`
      create function bench_u(i bigint, salt integer) returns float8 immutable parallel safe language sql
        as $$ select (hashint8extended(i, salt) & 4294967295)::float8 / 4294967296 $$;
      create table useracct (u_id integer primary key, name varchar(128) not null, email varchar(128) not null, creation_date timestamp not null);
      create table item (i_id integer primary key, title varchar(128) not null, description varchar(512), creation_date timestamp not null);
      create table review (a_id integer primary key, u_id integer not null references useracct, i_id integer not null references item, rating integer, rank integer,
        comment varchar(256), creation_date timestamp not null);
      create table review_rating (u_id integer not null references useracct, a_id integer not null, rating integer not null, status integer not null,
        creation_date timestamp not null, type integer, vertical_id integer);
      create table trust (source_u_id integer not null references useracct, target_u_id integer not null references useracct, trust integer not null, creation_date timestamp not null);`);
    await client.query(
      `insert into useracct select i, 'User ' || md5(i::text), md5(i::text) || '@example.com', timestamp '2020-01-01' + i * interval '1 minute' from generate_series(1, ${n(USERS)}) i`,
    );
    await client.query(
      `insert into item select i, 'Item ' || md5(i::text), repeat('about it ', 10), timestamp '2020-01-01' + i * interval '1 minute' from generate_series(1, ${n(ITEMS)}) i`,
    );
    await client.query(`insert into review select i, 1 + floor(${n(USERS)} * bench_u(i, 1) ^ 2)::int, 1 + floor(${n(ITEMS)} * bench_u(i, 2) ^ 2)::int, floor(6 * bench_u(i, 3))::int, null,
      'A comment ' || md5(i::text), timestamp '2020-01-01' + i * interval '1 minute' from generate_series(1, ${n(1_000_000)}) i`);
    await client.query(`insert into review_rating select 1 + floor(${n(USERS)} * bench_u(i, 4) ^ 2)::int, 1 + floor(${n(1_000_000)} * bench_u(i, 5))::int, floor(6 * bench_u(i, 6))::int, i % 2,
      timestamp '2020-01-01' + i * interval '1 minute', 1, 1 from generate_series(1, ${n(1_000_000)}) i`);
    await client.query(`insert into trust select 1 + floor(${n(USERS)} * bench_u(i, 7) ^ 2)::int, 1 + floor(${n(USERS)} * bench_u(i, 8) ^ 2)::int, i % 2, timestamp '2020-01-01' + i * interval '1 minute'
      from generate_series(1, ${n(800_000)}) i`);
    await client.query('vacuum analyze');
  },
  queries: {
    GetReviewItemById: (run) => ({
      text: 'SELECT * FROM review r, item i WHERE i.i_id = r.i_id and r.i_id=$1 ORDER BY rating DESC, r.creation_date DESC LIMIT 10',
      values: [pick(run, 1, 20_000)],
    }),
    GetReviewsByUser: (run) => ({
      text: 'SELECT * FROM review r, useracct u WHERE u.u_id = r.u_id AND r.u_id=$1 ORDER BY rating DESC, r.creation_date DESC LIMIT 10',
      values: [pick(run, 2, 20_000)],
    }),
    GetAverageRatingByTrustedUser: (run) => ({
      text: 'SELECT avg(rating) FROM review r, trust t WHERE r.u_id=t.target_u_id AND r.i_id=$1 AND t.source_u_id=$2',
      values: [pick(run, 3, 20_000), pick(run, 4, 20_000)],
    }),
    GetItemAverageRating: (run) => ({ text: 'SELECT avg(rating) FROM review r WHERE r.i_id=$1', values: [pick(run, 5, 20_000)] }),
    'GetItemReviewsByTrustedUser, reviews': (run) => ({
      text: 'SELECT * FROM review r WHERE r.i_id=$1 ORDER BY creation_date DESC',
      values: [pick(run, 6, 20_000)],
    }),
    'GetItemReviewsByTrustedUser, trust': (run) => ({ text: 'SELECT * FROM trust t WHERE t.source_u_id=$1', values: [pick(run, 7, 20_000)] }),
    UpdateReviewRating: (run) => ({
      text: 'UPDATE review SET rating = $1 WHERE i_id=$2 AND u_id=$3',
      values: [run % 6, pick(run, 8, 20_000), pick(run, 9, 20_000)],
    }),
    UpdateTrustRating: (run) => ({
      text: 'UPDATE trust SET trust = $1 WHERE source_u_id=$2 AND target_u_id=$3',
      values: [run % 2, pick(run, 10, 20_000), pick(run, 11, 20_000)],
    }),
    'ratings of a review': (run) => ({ text: 'SELECT avg(rating) FROM review_rating WHERE a_id=$1', values: [pick(run, 12, 20_000)] }),
    'ratings by a user': (run) => ({ text: 'SELECT count(*) FROM review_rating WHERE u_id=$1 AND status=$2', values: [pick(run, 13, 20_000), run % 2] }),
  },
  indexes: [
    'create index on review_rating (u_id)',
    'create index on review_rating (a_id)',
    'create index on review_rating (u_id, a_id)',
    'create index on review (u_id)',
    'create index on review (i_id)',
    'create index on trust (source_u_id)',
    'create index on trust (target_u_id)',
  ],
};
