const NAMED = /^\s*\/\* prepared: (\S+) \*\//;
const COMMENTS = /\/\*.*?\*\/|--.*$/gms;
const FIRST_WORD = /^\W*([a-z]+)/i;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/i;

/** A name for a statement: that of a prepared one, else its first word and its first table, such as `select orders`. Never a value. */
export function statementName(statement: string): string {
  const named = NAMED.exec(statement)?.[1];
  if (named !== undefined) return named;
  const bare = statement.replace(COMMENTS, ' ');
  const verb = FIRST_WORD.exec(bare)?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(bare)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
