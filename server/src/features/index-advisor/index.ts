export { type Analysis, type AnalysisDependencies, analyzeStatements, openStatementSource } from './analysis/analysis.service.ts';
export { dropLeftovers } from './creation/leftover.service.ts';
export { createIndexAdvisor } from './index-advisor.ts';
export { indexJobs } from './index-jobs.ts';
export { createSuggestionService } from './suggestions/suggestion.service.ts';
