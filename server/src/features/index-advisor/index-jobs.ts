import type { Clock } from '../../platform/clock.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { Job } from '../jobs/index.ts';
import type { AnalysisDependencies } from './analysis/analysis.service.ts';
import { analyzeJob } from './analysis/analyze.job.ts';
import { createIndexJob } from './creation/create-index.job.ts';
import { measureJob } from './gain/measure.job.ts';

/** All jobs of the index advisor. */
export function indexJobs(deps: AnalysisDependencies & { readonly clock: Clock; readonly topics: Topics }): readonly Job[] {
  return [analyzeJob(deps), createIndexJob(deps), measureJob(deps)];
}
