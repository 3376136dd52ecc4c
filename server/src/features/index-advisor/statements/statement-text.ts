import { fingerprintSync, loadModule, normalizeSync, parseSync, scanSync } from 'libpg-query';

/** PostgreSQL's grammar, loaded once on first use. */
export async function loadGrammar(): Promise<Grammar> {
  await loadModule();
  return { read, showable };
}

export interface Grammar {
  /** @returns undefined when the text is not a single valid statement */
  read(text: string): { statement: unknown; fingerprint: string } | undefined;
  /**
   * The statement without values and comments. The server's texts can contain values when an entry was evicted, and always
   * contain comments.
   */
  showable(text: string): string | undefined;
}

function read(text: string): { statement: unknown; fingerprint: string } | undefined {
  try {
    const { stmts = [] } = parseSync(text);
    const [only] = stmts;
    if (stmts.length !== 1 || only?.stmt === undefined) return undefined;
    return { statement: only.stmt, fingerprint: fingerprintSync(text) };
  } catch {
    return undefined;
  }
}

function showable(text: string): string | undefined {
  try {
    return withoutComments(normalizeSync(text)).replace(/\s+/g, ' ').trim();
  } catch {
    return undefined;
  }
}

/** Token positions are byte offsets. */
function withoutComments(text: string): string {
  const bytes = Buffer.from(text);
  let result = '';
  let from = 0;
  for (const { start, end, tokenName } of scanSync(text).tokens) {
    if (tokenName !== 'C_COMMENT' && tokenName !== 'SQL_COMMENT') continue;
    result += `${bytes.subarray(from, start).toString()} `;
    from = end;
  }
  return result + bytes.subarray(from).toString();
}
