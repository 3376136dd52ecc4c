export { createCases } from './cases.ts';
export { inView } from './review/case-view.condition.ts';
export { createCaseWithdrawal } from './review/case-withdrawal.service.ts';
