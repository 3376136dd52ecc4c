import { STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addressOf, type Question } from '../question.rules.ts';
import type { Found, SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  kind: string;
  state: string;
  message: string | null;
  created_at: Date;
}

const MIN_WORD = 3;
const RUNS_PER_KIND = 2;
const TITLES: Readonly<Record<string, string>> = STARTABLE_JOBS;

/** By their number, or the last runs of those whose name holds the words. Plan: a key, and the ends of ranges by kind. */
export const jobSource: SearchSource = {
  kind: 'job',
  async find(db: Database, { text, recordId, isNarrowed }: Question) {
    const words = text.toLowerCase();
    const kinds = words.length < MIN_WORD ? [] : Object.keys(TITLES).filter((kind) => TITLES[kind]?.toLowerCase().includes(words));
    const { rows } = await sql<Row>`/* prepared: search_jobs */
      select id, kind, state, message, created_at from job_runs where id = ${recordId ?? null}::bigint
      union all
      select run.* from unnest(${kinds}::text[]) as wanted (kind) cross join lateral (
        select id, kind, state, message, created_at from job_runs r where r.kind = wanted.kind order by r.id desc limit ${sql.lit(RUNS_PER_KIND)}
      ) run
      order by id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    return rows.map((row) => toFound(row, isNarrowed && row.id === recordId));
  },
};

function toFound({ id, kind, state, message }: Row, isExact: boolean): Found {
  return {
    id: String(id),
    title: TITLES[kind] ?? kind,
    detail: [`Job ${id}`, state.toLowerCase(), message].filter((part) => part !== null).join(' · '),
    path: addressOf('/jobs', { job: id }),
    isExact,
  };
}
