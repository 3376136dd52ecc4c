export { createCaseModule } from './case-module.ts';
export { createCaseWithdrawal } from './case-withdrawal.service.ts';
export { dueClaimsTask } from './claims/due-claims.task.ts';
export { matchReimbursementsJob } from './claims/match-reimbursements.job.ts';
export { createPhotoFiles, PHOTO_FOLDER, type PhotoFiles } from './photos/photo-files.ts';
export { photoKind } from './photos/photo-kind.rules.ts';
export { purgePhotosTask } from './photos/purge-photos.task.ts';
