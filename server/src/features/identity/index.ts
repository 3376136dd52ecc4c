export { createAccessChanges, tellSessionEnd } from './access-changes.ts';
export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
export { createIdentityModule } from './identity-module.ts';
export { purgeSessionsTask } from './purge-sessions.task.ts';
export { findUserByEmail, insertUser, isActiveUser, listActiveUsers } from './user.repository.ts';
export { createUserService, type UserService } from './user.service.ts';
