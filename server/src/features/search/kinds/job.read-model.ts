import { SEARCH_RESULTS_PER_KIND } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';
import { JOB_TITLES } from '../../jobs/index.ts';
import { screenAddress } from '../screen-address.ts';
import type { SearchQuery } from '../search-query.rules.ts';
import { joinDetails, type SearchHit, type SearchSource } from '../search-source.ts';

interface Row {
  id: number;
  kind: string;
  state: string;
  message: string | null;
  created_at: Date;
}

const MIN_TEXT_LENGTH = 3;
const RUNS_PER_KIND = 2;

/** Finds jobs by id, and the last runs of jobs whose name contains the text. Plan: a key, and the end of each kind's range. */
export const jobSource: SearchSource = {
  kind: 'job',
  async find(db: Database, { text, recordId, isNarrowed }: SearchQuery) {
    const words = text.toLowerCase();
    const kinds = words.length < MIN_TEXT_LENGTH ? [] : Object.keys(JOB_TITLES).filter((kind) => JOB_TITLES[kind]?.toLowerCase().includes(words));
    const { rows } = await sql<Row>`/* prepared: search_jobs */
      select id, kind, state, message, created_at from job_runs where id = ${hidden(recordId ?? null, 'bigint')}
      union all
      select run.* from unnest(${hidden(kinds, 'text[]')}) as wanted (kind) cross join lateral (
        select id, kind, state, message, created_at from job_runs r where r.kind = wanted.kind order by r.id desc limit ${sql.lit(RUNS_PER_KIND)}
      ) run
      order by id desc limit ${sql.lit(SEARCH_RESULTS_PER_KIND)}`.execute(db);
    return rows.map((row) => toHit(row, isNarrowed && row.id === recordId));
  },
};

function toHit({ id, kind, state, message }: Row, isExact: boolean): SearchHit {
  return {
    id: String(id),
    title: JOB_TITLES[kind] ?? kind,
    detail: joinDetails(`Job ${id}`, state.toLowerCase(), message),
    path: screenAddress('/jobs', { job: id }),
    isExact,
  };
}
