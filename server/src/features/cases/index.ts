export { createCaseModule } from './case-module.ts';
export { inView } from './case-view.read-model.ts';
export { createCaseWithdrawal } from './case-withdrawal.service.ts';
export { dueClaimsTask } from './claims/due-claims.task.ts';
export { matchReimbursementsJob } from './claims/match-reimbursements.job.ts';
