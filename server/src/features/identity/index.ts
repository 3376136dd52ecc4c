export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
export { createEndedSessions, type EndedSessions } from './ended-sessions.ts';
export { identityRoutes } from './identity.routes.ts';
export { purgeSessionsTask } from './purge-sessions.task.ts';
export { createSessionService } from './session.service.ts';
export { findUserByEmail, insertUser, isActiveUser, listActiveUsers } from './user.repository.ts';
export { createUserService, type UserService } from './user.service.ts';
