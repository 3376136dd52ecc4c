/** Values that name our own things. Nothing that a person entered: no code, name, address or parameter. */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface OpenSpan {
  readonly note: (facts: SpanFacts) => void;
  /** @param failure the kind of a failure, such as its class; never its message, which may hold data */
  readonly end: (failure?: string) => void;
  /** Runs work whose spans belong to this one. */
  readonly within: <T>(work: () => T) => T;
}

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts?: SpanFacts;
  /** Headers of a caller that may be traced itself (W3C `traceparent`). */
  readonly from?: Readonly<Record<string, unknown>>;
}

export interface Tracer {
  readonly start: (name: string, span: SpanStart) => OpenSpan;
}

let tracer: Tracer | undefined;

/** Traces this process from now on. @param next undefined ends that */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Whether spans are wanted: the name of a statement is not looked for otherwise. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

export function startSpan(name: string, span: SpanStart): OpenSpan | undefined {
  return tracer?.start(name, span);
}

/** Runs work in a span of its own; just runs it while nothing is traced. */
export async function traced<T>(name: string, options: SpanStart, work: (span: OpenSpan | undefined) => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  if (span === undefined) return work(undefined);
  try {
    const result = await span.within(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** @returns PostgreSQL's SQLSTATE, the kind that the error names, or the name of its class */
export function failureOf(error: unknown): string {
  const { code, kind } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; kind?: unknown };
  if (typeof kind === 'string') return kind;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}
