export { createCaseModule } from './case-module.ts';
export { dueClaimsTask } from './claims/due-claims.task.ts';
export { matchReimbursementsJob } from './claims/match-reimbursements.job.ts';
export { inView } from './review/case-view.read-model.ts';
export { createCaseWithdrawal } from './review/case-withdrawal.service.ts';
