import type { IndexOverview, StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Statement } from './SuggestionDialogs.tsx';

const WORDS: Readonly<Record<Exclude<StatementSource, 'ON'>, string>> = {
  NOT_LOADED: 'The database does not count the statements that it is asked, so there is nothing to advise on.',
  NOT_CREATED: 'The view over the statements that the database is asked is not there yet. Analyze Queries makes it.',
  NOT_ALLOWED: 'The database has no view over the statements that it is asked, and Stowage’s role may not make one.',
  NOT_READABLE: 'The database counts its statements, and Stowage’s role may not look into the schema where it shows them.',
  NOT_TRACKED: 'The database is told to count no statements, or not to tell them apart, so there is nothing to advise on.',
  NOT_AVAILABLE: 'The database lacks the extension pg_stat_statements. It comes with PostgreSQL’s contrib package.',
};

const STEPS: readonly { readonly title: string; readonly text: string; readonly concerns: readonly StatementSource[] }[] = [
  {
    title: 'Let the server count statements, then restart it',
    text: "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements';",
    concerns: ['NOT_LOADED', 'NOT_ALLOWED', 'NOT_AVAILABLE'],
  },
  {
    title: 'In Stowage’s database, as a superuser',
    text: 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements;',
    concerns: ['NOT_LOADED', 'NOT_ALLOWED', 'NOT_AVAILABLE'],
  },
  {
    title: 'As a superuser, with the names of that schema and of Stowage’s role',
    text: 'GRANT USAGE ON SCHEMA extensions TO stowage;',
    concerns: ['NOT_READABLE'],
  },
  {
    title: 'As a superuser; what was set for Stowage’s role or database alone must be reset there too',
    text: 'ALTER SYSTEM RESET pg_stat_statements.track; ALTER SYSTEM RESET compute_query_id; SELECT pg_reload_conf();',
    concerns: ['NOT_TRACKED'],
  },
];

/** How to turn on what the advisor reads, where it is not; and what it can't do here. */
export function SourceCard({ overview: { source, estimatedBy } }: { overview: IndexOverview }) {
  if (source === 'NOT_CREATED') return <Banner tone="info">{WORDS[source]}</Banner>;
  if (source === 'ON') return estimatedBy === 'NONE' ? <EstimateHint /> : null;
  return (
    <Card title="Where the statements come from">
      <div className="grid gap-3 px-4 pb-4">
        <Banner tone="warn">{WORDS[source]}</Banner>
        <ol className="grid list-inside list-decimal gap-3">
          {STEPS.filter(({ concerns }) => concerns.includes(source)).map(({ title, text }) => (
            <li key={title}>
              {title}
              <div className="mt-1">
                <Statement label={title} text={text} />
              </div>
            </li>
          ))}
        </ol>
        <p className="text-muted">
          A managed database has these in its settings: look for “shared_preload_libraries” or “Query Insights”. If the library is in that setting already, keep
          the others that are named there.
        </p>
      </div>
    </Card>
  );
}

function EstimateHint() {
  return (
    <Banner tone="warn">
      Improvements are rough here: the planner can’t be shown an index that does not exist. With the extension hypopg it can: CREATE EXTENSION hypopg;
    </Banner>
  );
}
