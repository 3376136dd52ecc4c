// For tests: they remember and forget records that no message named.
export { forgetChanges, rememberChanges } from './reading/change.repository.ts';
