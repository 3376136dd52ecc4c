export { type Analysis, type AnalysisDependencies, analyse, openStatementSource } from './analysis.service.ts';
export { indexAdvisorRoutes } from './index-advisor.routes.ts';
export { indexJobs } from './index-jobs.ts';
export { dropLeftovers } from './leftover.service.ts';
export { createSuggestionService } from './suggestion.service.ts';
