import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';
import { topic } from '../topic.ts';
import { SUGGESTION_STATUSES } from './suggestion-statuses.ts';

export const SUGGESTION_TABS = ['ALL', ...SUGGESTION_STATUSES] as const;

/** The page reloads the list this often while an index is created. */
export const CREATION_POLL_MS = 2_000;
/** The page reloads the list this long after it has requested an analysis. */
export const ANALYZE_REFRESH_MS = 5_000;
export const HIGH_IMPROVEMENT_PERCENT = 70;
/** An index that no query used for this many days is listed as unused. */
export const UNUSED_AFTER_DAYS = 14;
/** The gain is measured automatically this long after the index was created. */
export const MEASURED_AFTER_HOURS = 24;

/** The jobs of the index advisor, with their titles on screens. */
export const INDEX_JOBS = {
  'analyze-queries': 'Analyze queries',
  'create-index': 'Create an index',
  'measure-index-gains': 'Measure index gains',
} as const;

/**
 * The state of the statement statistics. ON: the server collects them. NOT_CREATED: the extension's view is missing, and an
 * analysis creates it. NOT_ALLOWED: the view is missing, and the role may not create it. NOT_LOADED: the server has not loaded
 * the extension. NOT_READABLE: the role may not use the view's schema. NOT_TRACKED: the server is configured not to track
 * statements. NOT_AVAILABLE: the extension is not installed.
 */
const STATEMENT_SOURCES = ['ON', 'NOT_CREATED', 'NOT_ALLOWED', 'NOT_LOADED', 'NOT_READABLE', 'NOT_TRACKED', 'NOT_AVAILABLE'] as const;
export type StatementSource = (typeof STATEMENT_SOURCES)[number];

/**
 * Why a created index has no measured gain. GONE: the index no longer exists. INVALID: it exists but is invalid. UNUSED: the
 * planner uses it for none of its statements. UNKNOWN: the statistics were reset, or no statement can be planned.
 * NOT_EXECUTED: no statement that uses it has run since.
 */
const MEASURE_NOTES = ['GONE', 'INVALID', 'UNUSED', 'UNKNOWN', 'NOT_EXECUTED'] as const;
export type MeasureNote = (typeof MEASURE_NOTES)[number];

/** One statement that would use an index. Its text contains no values. */
const statement = z.object({
  pattern: z.string(),
  calls: z.number(),
  avgExecutionTimeMs: z.number(),
  /** How far `costAfter` is below `costBefore`, in percent of `costBefore`. */
  improvementPercent: z.number(),
  costBefore: z.number(),
  /** With this index alone. For an index that helps only together with the others: the cost minus its saving beside them. */
  costAfter: z.number(),
  /** Since the index exists; null until it is measured. */
  callsAfter: z.number().nullable(),
  avgExecutionTimeAfterMs: z.number().nullable(),
  /** The statement was planned without its values, because they were not available. */
  isGeneric: z.boolean(),
});

const indexSuggestion = z.object({
  id: z.number(),
  tableSchema: z.string(),
  tableName: z.string(),
  suggestedIndexName: z.string(),
  /** Comma-separated. */
  suggestedIndexColumns: z.string(),
  avgExecutionTimeMs: z.number(),
  executionCount: z.number(),
  /** The reduction of the planner's cost. */
  potentialImprovementPercent: z.number(),
  status: z.enum(SUGGESTION_STATUSES),
  /** The statement that takes the most time; null when none is known. */
  queryPattern: z.string().nullable(),
  errorMessage: z.string().nullable(),
  createIndexStatement: z.string(),
  /** PLANNER: planned with a hypothetical index. ROUGH: calculated by formula. */
  estimate: z.enum(['PLANNER', 'ROUGH']),
  estimatedBytes: z.number(),
  /** Rows written to the table since the server's statistics began. */
  writes: z.number(),
  /** The measured reduction of the mean time in percent; negative when the time rose. */
  measuredImprovementPercent: z.number().nullable(),
  /** Why a measurement gave no number. */
  measureNote: z.enum(MEASURE_NOTES).nullable(),
  /** ISO 8601, UTC. */
  measuredAt: z.string().nullable(),
  foundAt: z.string(),
  finishedAt: z.string().nullable(),
  statements: z.array(statement),
});
export type IndexSuggestion = z.infer<typeof indexSuggestion>;

const progress = z.object({ progressPercent: z.number(), currentStatus: z.string() });

export const listSuggestions = endpoint('GET /api/index-advisor/suggestions', {
  summary: 'The suggested indexes of a status, the largest time saving first, and the index that is being created',
  query: z.object({ status: z.enum(SUGGESTION_TABS).default('ALL') }),
  response: z.object({
    suggestions: z.array(indexSuggestion),
    indexCreationInProgress: z.boolean(),
    currentlyRunningIndex: z.object({ suggestedIndexName: z.string(), progress }).nullable(),
  }),
});

export const getIndexStats = endpoint('GET /api/index-advisor/status', {
  summary: 'The number of suggestions by status',
  response: z.object({ pendingCount: z.number(), completedCount: z.number(), failedCount: z.number(), ignoredCount: z.number() }),
});

const accepted = z.object({ success: z.literal(true), message: z.string() });

export const analyzeQueries = endpoint('POST /api/index-advisor/analyze', {
  summary: 'Start an analysis of the executed statements',
  response: accepted,
});

export const createIndex = endpoint('POST /api/index-advisor/suggestions/:id/create-index', {
  summary: 'Start to create a suggested index without blocking writes',
  params: recordParams,
  response: accepted,
  reasons: ['not_pending', 'creation_in_progress'],
});

export const ignoreSuggestion = endpoint('POST /api/index-advisor/suggestions/:id/ignore', {
  summary: 'Ignore a suggestion; later analyses do not suggest it again, and it can be made pending again',
  params: recordParams,
  response: accepted,
  reasons: ['not_pending', 'creation_in_progress'],
});

export const retrySuggestion = endpoint('POST /api/index-advisor/suggestions/:id/retry', {
  summary: 'Make a failed or ignored suggestion pending again; the last error stays visible',
  params: recordParams,
  response: accepted,
  reasons: ['not_failed'],
});

export const measureGain = endpoint('POST /api/index-advisor/suggestions/:id/measure', {
  summary: 'Measure the gain of a created index',
  params: recordParams,
  response: z.object({ success: z.literal(true), measuredImprovementPercent: z.number().nullable(), measureNote: z.enum(MEASURE_NOTES).nullable() }),
  reasons: ['not_completed'],
});

const existingIndex = z.object({
  tableSchema: z.string(),
  tableName: z.string(),
  indexName: z.string(),
  definition: z.string(),
  bytes: z.number(),
  /** Why the index is listed, as a sentence. */
  reason: z.string(),
});
export type ExistingIndexRow = z.infer<typeof existingIndex>;

export const getIndexOverview = endpoint('GET /api/index-advisor/overview', {
  summary: 'The source of the statements, and the unused and duplicate indexes',
  response: z.object({
    source: z.enum(STATEMENT_SOURCES),
    isEmbedded: z.boolean(),
    /** How hypothetical indexes are created: by hypopg, through the system catalog, or not at all. */
    estimatedBy: z.enum(['HYPOPG', 'CATALOGUE', 'NONE']),
    /** The start of the index usage statistics, ISO 8601, UTC; null when unknown. */
    statisticsSince: z.string().nullable(),
    /** Whether the statistics are old enough to call an index unused. */
    isOldEnough: z.boolean(),
    unused: z.array(existingIndex),
    duplicates: z.array(existingIndex),
    /** Whether an analysis is queued or running. */
    isAnalyzing: z.boolean(),
    /** The last analysis; null when there was none. */
    lastAnalysis: z.object({ id: z.number(), at: z.string(), state: z.string(), message: z.string().nullable(), error: z.string().nullable() }).nullable(),
  }),
});
export type IndexOverview = z.infer<typeof getIndexOverview.response>;

export const indexAdvisorTopic = topic({
  path: 'index-advisor',
  payload: z.object({ suggestionId: z.number().nullable() }),
  permission: 'indexes.manage',
});
