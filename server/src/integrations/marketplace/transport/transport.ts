import { setMaxListeners } from 'node:events';
import { setTimeout as realSleep } from 'node:timers/promises';
import axios, { type AxiosInstance, type AxiosResponse, isAxiosError } from 'axios';
import type { Logger } from '../../../platform/logger.ts';
import { stopwatch } from '../../../platform/metrics/metrics.ts';
import { traced } from '../../../platform/tracing/tracing.ts';
import type { Account } from '../account.ts';
import { MarketplaceError, toMarketplaceError } from '../marketplace-error.ts';
import { createAccessTokens } from './access-token.ts';
import { type CallBudget, createLimits, createMemoryBudget, type Limits } from './call-budget.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { isOutcomeUnknown, retryPauseMs } from './retry.rules.ts';
import { marketplaceCalls, marketplaceWaits } from './transport-metrics.ts';
import { untilAborted } from './until-aborted.ts';

export interface TransportOptions {
  readonly account: Account;
  readonly logger: Logger;
  /** Shared by all processes; by default one of this process. */
  readonly budget?: CallBudget;
  /** Replaced in tests. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** Milliseconds since 1970; replaced in tests. */
  readonly now?: () => number;
}

/** The health of an operation in this process. */
export interface OperationHealth {
  readonly operation: OperationName;
  readonly api: string;
  /** Calls per second that the marketplace allows. */
  readonly rate: number;
  readonly burst: number;
  /** Calls that can be sent immediately; a negative number counts waiting calls. */
  readonly tokens: number;
  readonly lastSuccessAt: Date | undefined;
  readonly lastErrorAt: Date | undefined;
  readonly lastError: string | undefined;
}

interface PerformOptions<T> {
  /** Checks whether an attempt with an unknown outcome was executed. Calls without it are safe to repeat. */
  readonly findDone?: () => Promise<{ readonly answer: T } | undefined>;
  /** Checks before the first attempt too, because an earlier process may have made the call. */
  readonly mayHaveBeenDone?: boolean;
  /** False disables retries, for when a person waits for the answer. */
  readonly isPatient?: boolean;
}

export interface Transport {
  /** The HTTP client of the generated API classes, which adds token, user agent and timeout. */
  readonly http: AxiosInstance;
  /** The same for the operations that belong to the application and to no seller. */
  readonly grantlessHttp: AxiosInstance;
  readonly account: Account;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Aborts all waiting on this transport. */
  readonly signal: AbortSignal | undefined;
  /** The same transport with the same limits, for work that the signal ends. @param isPatient false disables retries */
  until(signal: AbortSignal, options?: { readonly isPatient?: boolean }): Transport;
  /**
   * Calls an operation within its limits, with retries. After an abort it only waits for the answer of a call that must not be
   * repeated.
   * @throws MarketplaceError, or the signal's reason
   */
  perform<T>(operation: OperationName, send: () => Promise<AxiosResponse<T>>, options?: PerformOptions<T>): Promise<T>;
  /**
   * Milliseconds until an operation can be called without waiting, so that a job can pause without blocking a worker.
   * @param spare the number of further calls that must be possible then
   */
  readyInMs(operation: OperationName, spare?: number): Promise<number>;
  health(): OperationHealth[];
}

const TIMEOUT_MS = 30_000;
/** Of one signal: calls of a job wait side by side, two listeners each. Node warns of a leak above ten. */
const MOST_LISTENERS = 100;
const TOKEN_HEADER = 'x-amz-access-token';
const USER_AGENT = 'Stowage/1.0 (Language=TypeScript; Platform=Node)';

export function createTransport({ account, logger, sleep = timer, now = Date.now, budget = createMemoryBudget(now) }: TransportOptions): Transport {
  const tokens = createAccessTokens({ account, now });
  const grantless = createAccessTokens({ account, now, isGrantless: true });
  const limits = createLimits(budget, now);
  const calls = createCalls({ limits, logger, now });
  const http = createHttp(account, () => tokens.current());
  const grantlessHttp = createHttp(account, () => grantless.current());

  const until = (signal?: AbortSignal, { isPatient: isPatientWork = true }: { readonly isPatient?: boolean } = {}): Transport => {
    if (signal !== undefined) setMaxListeners(MOST_LISTENERS, signal);
    const pause = (ms: number) => untilAborted(signal, () => sleep(ms, signal));
    const perform: Transport['perform'] = async (operation, send, { findDone, mayHaveBeenDone: mayBeDone = false, isPatient = isPatientWork } = {}) => {
      let mayHaveBeenDone = mayBeDone;
      let hasRenewedToken = false;
      let isInDoubt = false;
      const call = { operation, send: findDone === undefined ? () => untilAborted(signal, send) : send, pause, signal };
      for (let attempts = 1; ; attempts++) {
        try {
          const done = mayHaveBeenDone ? await findDone?.() : undefined;
          return done === undefined ? await calls.attempt({ ...call, attempts }) : done.answer;
        } catch (thrown) {
          signal?.throwIfAborted();
          const error = toMarketplaceError(thrown, operation);
          mayHaveBeenDone ||= isOutcomeUnknown(error.kind) && error.operation === operation;
          isInDoubt ||= !error.isUnsent && saysNothing(error.status) && error.operation === operation;
          error.isInDoubt = isInDoubt;
          const isStale: boolean = error.status === 403 && !hasRenewedToken;
          hasRenewedToken ||= isStale;
          // Discards only the refused token, because another call may have renewed it already.
          if (isStale) for (const kind of [tokens, grantless]) kind.forget(calls.tokenOf(error));
          const pauseMs = isStale
            ? 0
            : !isPatient
              ? undefined
              : retryPauseMs({ kind: error.kind, attempts, rate: limits.rateOf(operation), random: Math.random() });
          // That a record does not exist is an answer, which the caller judges.
          logger[error.status === 404 ? 'debug' : 'warn']({ operation, attempts, status: error.status, requestId: error.requestId, pauseMs }, error.message);
          if (pauseMs === undefined) throw error;
          marketplaceWaits.inc({ operation, reason: 'retry' }, pauseMs / 1000);
          await pause(pauseMs);
        }
      }
    };
    return { http, grantlessHttp, account, signal, until, sleep: pause, perform, readyInMs: limits.readyInMs, health: calls.health };
  };
  return until();
}

interface Call<T> {
  readonly operation: OperationName;
  /** This one included. */
  readonly attempts: number;
  readonly send: () => Promise<AxiosResponse<T>>;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

/** Executes single attempts and records their health. */
function createCalls({ limits, logger, now }: { limits: Limits; logger: Logger; now: () => number }) {
  const breaker = createCircuitBreaker(now);
  /** Stores the sent token outside of the error, which must not contain secrets. */
  const sentTokens = new WeakMap<MarketplaceError, string>();
  const known = new Map<OperationName, Partial<OperationHealth>>();
  return {
    /** @throws MarketplaceError, or the signal's reason */
    async attempt<T>({ operation, attempts, send, pause, signal }: Call<T>): Promise<T> {
      breaker.check(operation);
      const quotaMs = await limits.take(operation);
      if (quotaMs > 0) marketplaceWaits.inc({ operation, reason: 'quota' }, quotaMs / 1000);
      await pause(quotaMs).catch(async (error: unknown) => {
        await limits.putBack(operation);
        throw error;
      });
      const elapsed = stopwatch();
      try {
        const { data, headers, status } = await traceCall(operation, attempts, send);
        marketplaceCalls.observe({ operation, result: 'ok' }, elapsed());
        breaker.answered();
        await limits.learn(operation, Number(headers['x-amzn-ratelimit-limit']));
        known.set(operation, { ...known.get(operation), lastSuccessAt: new Date() });
        logger.debug({ operation, status, requestId: headers['x-amzn-requestid'] }, 'marketplace call');
        return data;
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = toMarketplaceError(thrown, operation);
        marketplaceCalls.observe({ operation, result: error.kind }, elapsed());
        if (isAxiosError(thrown)) {
          sentTokens.set(error, String(thrown.config?.headers.get(TOKEN_HEADER)));
          limits.learn(operation, Number(thrown.response?.headers['x-amzn-ratelimit-limit']));
        }
        known.set(operation, { ...known.get(operation), lastErrorAt: new Date(), lastError: error.message });
        if (error.kind === 'unavailable') breaker.failed();
        else breaker.answered();
        if (error.kind === 'throttled') await limits.empty(operation);
        throw error;
      }
    },

    tokenOf: (error: MarketplaceError) => sentTokens.get(error) ?? '',

    health: (): OperationHealth[] =>
      (Object.keys(OPERATIONS) as OperationName[]).map((operation) => ({
        operation,
        api: OPERATIONS[operation].api,
        ...limits.stateOf(operation),
        lastSuccessAt: undefined,
        lastErrorAt: undefined,
        lastError: undefined,
        ...known.get(operation),
      })),
  };
}

/** The marketplace gets no `traceparent`: the ids of our traces concern nobody outside. */
function traceCall<T>(operation: OperationName, attempts: number, send: () => Promise<AxiosResponse<T>>): Promise<AxiosResponse<T>> {
  const facts = { 'stowage.marketplace.operation': operation, 'stowage.marketplace.attempt': attempts };
  return traced(`marketplace ${operation}`, { kind: 'client', facts }, async (span) => {
    const answer = await send().catch((error: unknown) => {
      const { kind, status } = toMarketplaceError(error, operation);
      span?.note({ 'stowage.marketplace.result': kind, ...(status !== undefined && { 'http.response.status_code': status }) });
      throw error;
    });
    span?.note({ 'http.response.status_code': answer.status });
    return answer;
  });
}

/** Whether the marketplace may have done what was asked: there was no answer, a broken one, or one of a server that failed meanwhile. */
const saysNothing = (status = 0) => status < 300 || [500, 502, 504].includes(status);

const timer = (ms: number, signal?: AbortSignal) => realSleep(ms, undefined, signal && { signal });

function createHttp(account: Account, token: () => Promise<string>): AxiosInstance {
  const http = axios.create({
    baseURL: account.baseUrl,
    timeout: TIMEOUT_MS,
    responseType: 'json',
    // Treats an incomplete JSON answer as an error instead of a text.
    transitional: { silentJSONParsing: false },
    maxRedirects: 0,
  });
  http.interceptors.request.use(async (config) => {
    config.headers.set(TOKEN_HEADER, await token());
    config.headers.set('user-agent', USER_AGENT);
    config.headers.set('x-amz-date', new Date().toISOString().replace(/[-:]|\.\d+/g, ''));
    // The generated classes encode a space as `+`, which the marketplace reads as a plus sign. A real plus sign is %2B already.
    if (config.url !== undefined) config.url = config.url.replaceAll('+', '%20');
    return config;
  });
  return http;
}

/** The error of a call that failed despite a successful HTTP status. */
export function failure(operation: OperationName, message: string): MarketplaceError {
  return new MarketplaceError(`${operation}: ${message}`, { kind: 'refused', operation });
}
