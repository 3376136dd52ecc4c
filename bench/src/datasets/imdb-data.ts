import type pg from 'pg';

/**
 * The schema of the Join Order Benchmark, filled by a deterministic generator with a tenth of the film database's size. People,
 * companies and keywords are as skewed as in the original: a few popular ones have most of the rows.
 */
export async function seedImdb(client: pg.Client, scale: number): Promise<void> {
  const n = (count: number) => Math.round(count * scale);
  await client.query(FUNCTIONS);
  for (const [table, columns] of Object.entries(TABLES)) await client.query(`create table ${table} (id integer primary key, ${columns})`);
  for (const [table, { column, words }] of Object.entries(WORDS)) {
    await client.query(`insert into ${table} (id, ${column}) select nr, word from unnest($1::text[]) with ordinality w (word, nr)`, [words]);
  }
  await client.query(`insert into info_type select i, 'info ' || i from generate_series(9, 98) i union all values
    (1, 'runtimes'), (3, 'genres'), (4, 'languages'), (8, 'countries'), (99, 'votes distribution'), (100, 'votes'), (101, 'rating'), (105, 'budget'), (112, 'top 250 rank'), (16000, 'release dates'), (19000, 'mini biography')`);
  const titles = n(250_000);
  const people = n(400_000);
  const roles = n(300_000);
  const companies = n(23_000);
  const keywords = n(13_000);
  await client.query(`insert into keyword (id, keyword) select i, case when i <= 12 then (array['character-name-in-title', 'murder', 'sequel', 'blood', 'violence', 'death', 'female-nudity', 'gore', 'superhero', 'fight', 'based-on-comic', 'marvel-cinematic-universe'])[i]
    when i % 997 = 0 then 'sequel-of-' || i else 'keyword-' || i end from generate_series(1, ${keywords}) i`);
  await client.query(`insert into company_name (id, name, country_code) select i, (array['Film', 'Warner', 'Studio', 'Media', 'Pictures', 'House'])[1 + (i % 6)] || ' company ' || i,
    (array['[us]', '[us]', '[us]', '[gb]', '[de]', '[fr]', '[jp]', '[ru]', '[in]', '[pl]', '[it]', '[se]'])[1 + floor(12 * bench_u(i, 1))::int] from generate_series(1, ${companies}) i`);
  await client.query(`insert into title (id, title, kind_id, production_year, episode_nr) select i, 'Title ' || md5(i::text), 1 + floor(7 * bench_skew(i, 2, 2))::int,
    2013 - floor(90 * bench_skew(i, 3, 2))::int, case when i % 3 = 0 then floor(300 * bench_skew(i, 4, 2))::int end from generate_series(1, ${titles}) i`);
  await client.query(`insert into name (id, name, gender, name_pcode_cf) select i,
    (array['Downey', 'Smith', 'Yoko', 'Tim', 'Berg', 'Yuri', 'Anna', 'Braun', 'Kent', 'Olsen'])[1 + floor(10 * bench_u(i, 5))::int] || case when i % 40000 = 7 then ', Robert' else ', ' || md5(i::text) end,
    (array['m', 'm', 'f', null])[1 + (i % 4)], chr(65 + (i % 26)) || (i % 600) from generate_series(1, ${people}) i`);
  await client.query(
    `insert into char_name (id, name) select i, case when i % 30000 = 3 then 'Tony Stark / Iron Man ' || i else 'Character ' || md5(i::text) end from generate_series(1, ${roles}) i`,
  );
  await client.query(`insert into cast_info (id, person_id, movie_id, person_role_id, note, role_id) select i, 1 + floor(${people} * bench_skew(i, 6, 2))::int, 1 + floor(${titles} * bench_skew(i, 7, 2))::int,
    case when i % 2 = 0 then 1 + floor(${roles} * bench_skew(i, 8, 2))::int end,
    case when i % 3 = 0 then (array['(voice)', '(uncredited)', '(producer)', '(executive producer)', '(writer)', '(story)', '(head writer)', '(voice) (uncredited)', '(voice: English version)', '(as himself)'])[1 + floor(10 * bench_u(i, 9))::int] end,
    1 + floor(11 * bench_skew(i, 10, 2))::int from generate_series(1, ${n(2_000_000)}) i`);
  await client.query(`insert into movie_info (id, movie_id, info_type_id, info) select i, 1 + floor(${titles} * bench_skew(i, 11, 1.5))::int, (array[3, 3, 8, 4, 1, 16000, 16000, 105])[1 + (i % 8)],
    case i % 8 when 0 then 'Drama' when 1 then (array['Drama', 'Horror', 'Comedy', 'Action'])[1 + floor(4 * bench_u(i, 12))::int] when 2 then (array['USA', 'USA', 'Germany', 'Sweden', 'Norway', 'France', 'Japan', 'India'])[1 + floor(8 * bench_u(i, 13))::int]
      when 3 then (array['English', 'German', 'Swedish', 'American'])[1 + floor(4 * bench_skew(i, 14, 3))::int] else 'Info ' || md5(i::text) end from generate_series(1, ${n(1_200_000)}) i`);
  await client.query(`insert into movie_info_idx (id, movie_id, info_type_id, info) select i, 1 + floor(${titles} * bench_u(i, 15))::int, case when i % 600 = 0 then 112 else (array[99, 100, 101])[1 + (i % 3)] end,
    case i % 3 when 2 then round((1 + 9 * bench_u(i, 16))::numeric, 1)::text else (i % 5000)::text end from generate_series(1, ${n(140_000)}) i`);
  await client.query(
    `insert into movie_keyword (id, movie_id, keyword_id) select i, 1 + floor(${titles} * bench_skew(i, 17, 1.5))::int, 1 + floor(${keywords} * bench_skew(i, 18, 3))::int from generate_series(1, ${n(450_000)}) i`,
  );
  await client.query(`insert into movie_companies (id, movie_id, company_id, company_type_id, note) select i, 1 + floor(${titles} * bench_skew(i, 19, 1.3))::int, 1 + floor(${companies} * bench_skew(i, 20, 3))::int, 1 + (i % 2),
    case when i % 2 = 0 then (array['(USA)', '(TV)', '(co-production)', '(presents)', '(Japan)', '(as Metro-Goldwyn-Mayer Pictures)', '(2006) (USA)'])[1 + floor(7 * bench_u(i, 21))::int] end from generate_series(1, ${n(260_000)}) i`);
  await client.query(
    `insert into aka_name (id, person_id, name) select i, 1 + floor(${people} * bench_skew(i, 22, 1.5))::int, 'Also ' || md5(i::text) from generate_series(1, ${n(90_000)}) i`,
  );
  await client.query(`insert into person_info (id, person_id, info_type_id, info, note) select i, 1 + floor(${people} * bench_skew(i, 23, 1.5))::int, case when i % 5 = 0 then 19000 else 9 + (i % 30) end, md5(i::text),
    case when i % 7 = 0 then (array['Volker Boehm', 'Anonymous', 'A. Nonymous'])[1 + floor(3 * bench_skew(i, 24, 2))::int] end from generate_series(1, ${n(290_000)}) i`);
  await client.query(
    `insert into aka_title (id, movie_id, title, kind_id) select i, 1 + floor(${titles} * bench_u(i, 25))::int, 'Also ' || i, 1 + (i % 7) from generate_series(1, ${n(36_000)}) i`,
  );
  await client.query(
    `insert into movie_link (id, movie_id, linked_movie_id, link_type_id) select i, 1 + floor(${titles} * bench_skew(i, 26, 2))::int, 1 + floor(${titles} * bench_skew(i, 27, 2))::int, 1 + (i % 16) from generate_series(1, ${n(3_000)}) i`,
  );
  await client.query(
    `insert into complete_cast (id, movie_id, subject_id, status_id) select i, 1 + floor(${titles} * bench_u(i, 28))::int, 1 + (i % 2), 3 + (i % 2) from generate_series(1, ${n(13_000)}) i`,
  );
  await client.query('vacuum analyze');
}

/** Deterministic pseudo-random numbers. */
const FUNCTIONS = `
create function bench_u(i bigint, salt integer) returns float8 immutable parallel safe language sql
  as $$ select (hashint8extended(i, salt) & 4294967295)::float8 / 4294967296 $$;
create function bench_skew(i bigint, salt integer, power float8) returns float8 immutable parallel safe language sql
  as $$ select ((hashint8extended(i, salt) & 4294967295)::float8 / 4294967296) ^ power $$;`;

const TABLES: Readonly<Record<string, string>> = {
  kind_type: 'kind text not null',
  company_type: 'kind text not null',
  role_type: 'role text not null',
  link_type: 'link text not null',
  comp_cast_type: 'kind text not null',
  info_type: 'info text not null',
  keyword: 'keyword text not null',
  company_name: 'name text not null, country_code text',
  title: 'title text not null, kind_id integer not null, production_year integer, episode_nr integer',
  name: 'name text not null, gender text, name_pcode_cf text',
  char_name: 'name text not null',
  cast_info: 'person_id integer not null, movie_id integer not null, person_role_id integer, note text, role_id integer not null',
  movie_info: 'movie_id integer not null, info_type_id integer not null, info text not null, note text',
  movie_info_idx: 'movie_id integer not null, info_type_id integer not null, info text not null',
  movie_keyword: 'movie_id integer not null, keyword_id integer not null',
  movie_companies: 'movie_id integer not null, company_id integer not null, company_type_id integer not null, note text',
  aka_name: 'person_id integer not null, name text not null',
  person_info: 'person_id integer not null, info_type_id integer not null, info text not null, note text',
  aka_title: 'movie_id integer not null, title text not null, kind_id integer not null',
  movie_link: 'movie_id integer not null, linked_movie_id integer not null, link_type_id integer not null',
  complete_cast: 'movie_id integer, subject_id integer not null, status_id integer not null',
};

const WORDS: Readonly<Record<string, { column: string; words: readonly string[] }>> = {
  kind_type: { column: 'kind', words: ['movie', 'tv series', 'tv movie', 'video movie', 'tv mini series', 'video game', 'episode'] },
  company_type: { column: 'kind', words: ['production companies', 'distributors', 'special effects companies', 'miscellaneous companies'] },
  role_type: {
    column: 'role',
    words: ['actor', 'actress', 'producer', 'writer', 'cinematographer', 'composer', 'costume designer', 'director', 'editor', 'miscellaneous crew', 'guest'],
  },
  link_type: {
    column: 'link',
    words: [
      'follows',
      'followed by',
      'remake of',
      'remade as',
      'references',
      'referenced in',
      'spoofs',
      'spoofed in',
      'features',
      'featured in',
      'spin off from',
      'spin off',
      'version of',
      'similar to',
      'edited into',
      'edited from',
    ],
  },
  comp_cast_type: { column: 'kind', words: ['cast', 'crew', 'complete', 'complete+verified'] },
};
