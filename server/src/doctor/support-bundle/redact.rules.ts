/*
 * What may leave the installation in a support bundle. Logs are filtered by lists of what is known to hold no buyer's data and no
 * secret; the texts that remain lose everything that looks like one.
 */

/** Fields of a line of Stowage's log that hold no data of people. */
const LOG_FIELDS = [
  'level',
  'time',
  'version',
  'pid',
  'method',
  'route',
  'bytes',
  'requestId',
  'operation',
  'status',
  'statusCode',
  'code',
  'ms',
  'attempts',
  'runId',
  'kind',
  'task',
  'inMs',
];
const START_LINES = /^(Starting the embedded|Connecting to PostgreSQL|Stowage is ready|Stowage runs jobs|The database was|SIG(TERM|INT): )/;
/** Other lines of PostgreSQL's log have values of rows: DETAIL, STATEMENT, CONTEXT, QUERY, and what continues them. */
const POSTGRES_LINE = /^(\d{4}-\d\d-\d\d \S+ \w+ \[\d+\] (?:LOG|WARNING|ERROR|FATAL|PANIC|HINT): )(.*)$/;
const SHORTEST_SECRET = 6;

/** @param secrets values that must remain nowhere */
export function redactText(text: string, secrets: readonly string[] = []): string {
  const own = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return own
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[secret] at ')
    .replace(/[^\s@<>"'(]+@[^\s@<>"')]+/g, '[e-mail]')
    .replace(/\b(password|secret|token|bearer|authorization)\b(["']?\s*[:=]\s*|\s+)(?:"[^"]*"|[^\s,;]+)/gi, '$1$2[secret]')
    .replace(/\bAtz[ar]\|\S+|\bamzn1\.\S+|\beyJ[\w-]+\.[\w.-]+/g, '[secret]')
    .replace(/\b(?=[\w-]*\d)[A-Za-z0-9_-]{40,}\b/g, '[secret]')
    .replace(/(?<![\w.:-])\+?\d[\d ()-]{7,}\d(?![\w:-])/g, (digits) => (/^\d{4}-\d\d-\d\d/.test(digits) ? digits : '[number]'));
}

/** A line of Stowage's own log. @returns undefined for a line that is left out */
export function redactLogLine(line: string, secrets: readonly string[]): string | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return START_LINES.test(line) ? redactText(line, secrets) : undefined;
  }
  if (entry === null || typeof entry !== 'object') return undefined;
  const fields = LOG_FIELDS.flatMap((name) => (isPlain(entry[name]) ? [[name, clean(entry[name], secrets)]] : []));
  const error = errorOf(entry.err, secrets);
  const msg = typeof entry.msg === 'string' ? redactText(entry.msg, secrets) : undefined;
  return JSON.stringify({ ...Object.fromEntries(fields), ...(error && { err: error }), msg });
}

/** An error's message can quote a value. Its kind, its code and the place in the code say what happened. */
function errorOf(error: unknown, secrets: readonly string[]): object | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { type, name, code, constraint, table, routine, stack } = error as Record<string, unknown>;
  const kept = Object.entries({ type, name, code, constraint, table, routine }).filter(([, value]) => isPlain(value));
  const frames = typeof stack === 'string' ? stack.split('\n').filter((frame) => /^\s+at /.test(frame)) : [];
  return { ...Object.fromEntries(kept.map(([key, value]) => [key, clean(value, secrets)])), stack: frames.map((frame) => redactText(frame.trim(), secrets)) };
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const clean = (value: unknown, secrets: readonly string[]) => (typeof value === 'string' ? redactText(value, secrets) : value);

/** A line of PostgreSQL's log. @returns undefined for a line that is left out */
export function redactPostgresLine(line: string, secrets: readonly string[]): string | undefined {
  const [, head, message = ''] = POSTGRES_LINE.exec(line) ?? [];
  if (head === undefined) return undefined;
  // A value follows a colon; names of tables and constraints stand inside the sentence.
  return head + redactText(message.replace(/: ".*$/, ': […]').replace(/=\(.*$/, '=(…)'), secrets);
}
