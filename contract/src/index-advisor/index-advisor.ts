import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { topic } from '../topic.ts';
import { SUGGESTION_STATUSES } from './suggestion-statuses.ts';

export const SUGGESTION_TABS = ['ALL', ...SUGGESTION_STATUSES] as const;
export type SuggestionTab = (typeof SUGGESTION_TABS)[number];

/** While an index is created, the list is read again so often. */
export const CREATION_POLL_MS = 2_000;
/** The list is read again so long after an analysis was asked for. */
export const ANALYZE_REFRESH_MS = 5_000;
/** Above it an improvement is high. */
export const HIGH_IMPROVEMENT_PERCENT = 70;
/** An index without a search in so many days is listed as unused. */
export const UNUSED_AFTER_DAYS = 14;
/** The gain is measured by itself so long after the index was made. */
export const MEASURED_AFTER_HOURS = 24;

/** The jobs of the index advisor, with the name that they are shown under. */
export const INDEX_JOBS = {
  'analyze-queries': 'Analyze queries',
  'create-index': 'Create an index',
  'measure-index-gains': 'Measure what indexes gained',
} as const;

/**
 * Where the statements come from: ON, counted by the server; NOT_CREATED, the view over
 * them is missing, and an analysis makes it; NOT_ALLOWED, it is missing and the role may not make it; NOT_LOADED, the server does not count; NOT_READABLE, the role
 * may not use the schema that the view is in; NOT_TRACKED, the server is told to count none; NOT_AVAILABLE, it lacks the extension.
 */
export const STATEMENT_SOURCES = ['ON', 'NOT_CREATED', 'NOT_ALLOWED', 'NOT_LOADED', 'NOT_READABLE', 'NOT_TRACKED', 'NOT_AVAILABLE'] as const;
export type StatementSource = (typeof STATEMENT_SOURCES)[number];

/**
 * Why no gain can be told of an index that was made: GONE, there is none of its name any more; INVALID, it is there and of no
 * use; UNUSED, the planner uses it for none of its statements; UNKNOWN, the server has forgotten what it counted, or none of
 * them can be planned; NOT_EXECUTED, none of those that use it was executed since.
 */
export const MEASURE_NOTES = ['GONE', 'INVALID', 'UNUSED', 'UNKNOWN', 'NOT_EXECUTED'] as const;
export type MeasureNote = (typeof MEASURE_NOTES)[number];

/** One statement that would use an index. Its text holds no value. */
const statement = z.object({
  pattern: z.string(),
  calls: z.number(),
  avgExecutionTimeMs: z.number(),
  /** By how much `costAfter` is below `costBefore`, in percent of that. */
  improvementPercent: z.number(),
  costBefore: z.number(),
  /** With this index alone; for one that helps only beside the other suggested ones, less what it takes off then. */
  costAfter: z.number(),
  /** Since the index is there; null until somebody asked and it was measured. */
  callsAfter: z.number().nullable(),
  avgExecutionTimeAfterMs: z.number().nullable(),
  /** Planned without the values that it had: they were not at hand. */
  isGeneric: z.boolean(),
});

export const indexSuggestion = z.object({
  id: z.number(),
  tableSchema: z.string(),
  tableName: z.string(),
  suggestedIndexName: z.string(),
  /** As the index names them, comma-separated. */
  suggestedIndexColumns: z.string(),
  avgExecutionTimeMs: z.number(),
  executionCount: z.number(),
  /** How much the planner's cost falls. */
  potentialImprovementPercent: z.number(),
  status: z.enum(SUGGESTION_STATUSES),
  /** Of the statement that takes most of the time; null where none is known. */
  queryPattern: z.string().nullable(),
  errorMessage: z.string().nullable(),
  createIndexStatement: z.string(),
  /** PLANNER: planned as if the index were there; ROUGH: by formula. */
  estimate: z.enum(['PLANNER', 'ROUGH']),
  estimatedBytes: z.number(),
  /** Rows of the table written since the server's statistics began. */
  writes: z.number(),
  /** By how much the mean time really fell, in percent; below 0 it rose. */
  measuredImprovementPercent: z.number().nullable(),
  /** Why there is no such number though somebody measured. */
  measureNote: z.enum(MEASURE_NOTES).nullable(),
  /** ISO 8601, UTC. */
  measuredAt: z.string().nullable(),
  foundAt: z.string(),
  finishedAt: z.string().nullable(),
  statements: z.array(statement),
});
export type IndexSuggestion = z.infer<typeof indexSuggestion>;

const progress = z.object({ progressPercent: z.number(), currentStatus: z.string() });

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/index-advisor/suggestions',
  summary: 'The suggested indexes of a status, and the one that is being created; the one that would save most time first',
  query: z.object({ status: z.enum(SUGGESTION_TABS).default('ALL') }),
  response: z.object({
    suggestions: z.array(indexSuggestion),
    indexCreationInProgress: z.boolean(),
    currentlyRunningIndex: z.object({ suggestedIndexName: z.string(), progress }).nullable(),
  }),
});

export const getIndexStats = endpoint({
  method: 'GET',
  path: '/api/index-advisor/status',
  summary: 'How many suggestions there are of each status',
  response: z.object({ pendingCount: z.number(), completedCount: z.number(), failedCount: z.number(), ignoredCount: z.number() }),
});

const accepted = z.object({ success: z.literal(true), message: z.string() });
const suggestionId = z.object({ id: z.coerce.number<number | string>().int().positive() });

export const analyzeQueries = endpoint({
  method: 'POST',
  path: '/api/index-advisor/analyze',
  summary: 'Starts an analysis of what the database was asked',
  response: accepted,
});

export const createIndex = endpoint({
  method: 'POST',
  path: '/api/index-advisor/suggestions/:id/create-index',
  summary: 'Starts to create a suggested index beside everybody who works',
  params: suggestionId,
  response: accepted,
  reasons: ['not_pending', 'creation_in_progress'],
});

export const ignoreSuggestion = endpoint({
  method: 'POST',
  path: '/api/index-advisor/suggestions/:id/ignore',
  summary: 'Says that a suggestion is not wanted; no later analysis brings it back, only somebody who lets it wait again',
  params: suggestionId,
  response: accepted,
  reasons: ['not_pending', 'creation_in_progress'],
});

export const retrySuggestion = endpoint({
  method: 'POST',
  path: '/api/index-advisor/suggestions/:id/retry',
  summary: 'Lets a suggestion whose creation failed, or that was ignored, wait again, with what was wrong the last time',
  params: suggestionId,
  response: accepted,
  reasons: ['not_failed'],
});

export const measureGain = endpoint({
  method: 'POST',
  path: '/api/index-advisor/suggestions/:id/measure',
  summary: 'Measures what a created index gained until now',
  params: suggestionId,
  response: z.object({ success: z.literal(true), measuredImprovementPercent: z.number().nullable(), measureNote: z.enum(MEASURE_NOTES).nullable() }),
  reasons: ['not_completed'],
});

const existingIndex = z.object({
  tableSchema: z.string(),
  tableName: z.string(),
  indexName: z.string(),
  definition: z.string(),
  bytes: z.number(),
  /** Why it is listed, in a sentence. */
  reason: z.string(),
});
export type ExistingIndexRow = z.infer<typeof existingIndex>;

export const getIndexOverview = endpoint({
  method: 'GET',
  path: '/api/index-advisor/overview',
  summary: 'Where the statements come from, and which indexes nobody needs',
  response: z.object({
    source: z.enum(STATEMENT_SOURCES),
    isEmbedded: z.boolean(),
    /** How indexes are imagined: by hypopg, by the catalogue, or not at all. */
    estimatedBy: z.enum(['HYPOPG', 'CATALOGUE', 'NONE']),
    /** ISO 8601, UTC; since when the server counts searches. null where it does not say. */
    statisticsSince: z.string().nullable(),
    /** Whether that is long enough ago to call an index unused. */
    isOldEnough: z.boolean(),
    unused: z.array(existingIndex),
    duplicates: z.array(existingIndex),
    /** Whether an analysis waits for its turn or is under way. */
    isAnalyzing: z.boolean(),
    /** The job that analyzed last, when it ended and what it has to say; null where none has. */
    lastAnalysis: z.object({ id: z.number(), at: z.string(), state: z.string(), message: z.string().nullable(), error: z.string().nullable() }).nullable(),
  }),
});
export type IndexOverview = z.infer<typeof getIndexOverview.response>;

/** Something about the suggestions changed. */
export const indexAdvisorTopic = topic({
  path: 'index-advisor',
  payload: z.object({ suggestionId: z.number().nullable() }),
  permission: 'indexes.manage',
});
