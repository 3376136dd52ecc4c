import type { IndexOverview, StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Statement } from './SuggestionDialogs.tsx';

const TEXTS: Readonly<Record<Exclude<StatementSource, 'ON'>, string>> = {
  NOT_LOADED: 'The database does not track statements, so there are no suggestions.',
  NOT_CREATED: 'The extension pg_stat_statements does not exist yet. Analyze Queries creates it.',
  NOT_ALLOWED: 'The extension pg_stat_statements does not exist, and Stowage’s role may not create it.',
  NOT_READABLE: 'The database tracks statements, but Stowage’s role may not use the schema of the statistics.',
  NOT_TRACKED: 'Tracking of statements or their query IDs is turned off in the database, so there are no suggestions.',
  NOT_AVAILABLE: 'The extension pg_stat_statements is not installed. It is part of PostgreSQL’s contrib package.',
};

const STEPS: readonly { readonly title: string; readonly text: string; readonly concerns: readonly StatementSource[] }[] = [
  {
    title: 'Turn on statement tracking, then restart the server',
    text: "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements';",
    concerns: ['NOT_LOADED', 'NOT_ALLOWED', 'NOT_AVAILABLE'],
  },
  {
    title: 'In Stowage’s database, as a superuser',
    text: 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements;',
    concerns: ['NOT_LOADED', 'NOT_ALLOWED', 'NOT_AVAILABLE'],
  },
  {
    title: 'As a superuser, with the names of the schema and of Stowage’s role',
    text: 'GRANT USAGE ON SCHEMA extensions TO stowage;',
    concerns: ['NOT_READABLE'],
  },
  {
    title: 'As a superuser; also reset settings of Stowage’s role or database',
    text: 'ALTER SYSTEM RESET pg_stat_statements.track; ALTER SYSTEM RESET compute_query_id; SELECT pg_reload_conf();',
    concerns: ['NOT_TRACKED'],
  },
];

/** How to turn on the statistics that the advisor needs, and what is not possible without them. */
export function SourceCard({ overview: { source, estimatedBy } }: { overview: IndexOverview }) {
  if (source === 'NOT_CREATED') return <Banner tone="info">{TEXTS[source]}</Banner>;
  if (source === 'ON') return estimatedBy === 'NONE' ? <EstimateHint /> : null;
  return (
    <Card title="Statement statistics">
      <div className="grid gap-3 px-4 pb-4">
        <Banner tone="warn">{TEXTS[source]}</Banner>
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
          A managed database has these in its settings: look for “shared_preload_libraries” or “Query Insights”. Keep the other libraries in that setting.
        </p>
      </div>
    </Card>
  );
}

function EstimateHint() {
  return (
    <Banner tone="warn">
      The improvements are rough estimates, because the planner can’t use hypothetical indexes. Install hypopg for better ones: CREATE EXTENSION hypopg;
    </Banner>
  );
}
