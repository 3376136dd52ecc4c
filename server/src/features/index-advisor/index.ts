export { type Analysis, analyzeStatements } from './analysis/analysis.service.ts';
export { createIndexAdvisor } from './index-advisor.ts';
