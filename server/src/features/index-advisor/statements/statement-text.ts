import { fingerprintSync, loadModule, normalizeSync, parseSync, scanSync } from 'libpg-query';

/** PostgreSQL's own grammar. It is loaded once, when it is first asked for. */
export async function loadGrammar(): Promise<Grammar> {
  await loadModule();
  return { read, showable };
}

export interface Grammar {
  /** @returns undefined for what is no single statement of this grammar */
  read(text: string): { statement: unknown; fingerprint: string } | undefined;
  /**
   * The statement as people may see it, without any value. The server numbers values itself, but keeps a text as it came when
   * its entry was evicted meanwhile, and always keeps comments.
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

/** Tokens are counted in bytes. */
function withoutComments(text: string): string {
  const bytes = Buffer.from(text);
  let kept = '';
  let from = 0;
  for (const { start, end, tokenName } of scanSync(text).tokens) {
    if (tokenName !== 'C_COMMENT' && tokenName !== 'SQL_COMMENT') continue;
    kept += `${bytes.subarray(from, start).toString()} `;
    from = end;
  }
  return kept + bytes.subarray(from).toString();
}
