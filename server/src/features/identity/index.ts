export { createIdentityModule } from './identity-module.ts';
export { findUserByEmail, insertUser, isActiveUser, listActiveUsers } from './people/user.repository.ts';
export { createUserService, type UserService } from './people/user.service.ts';
export { userSettingsRoutes } from './settings/user-settings.routes.ts';
export { createAccessChanges, sendSessionEnd } from './sign-in/access-changes.ts';
export { type AccessTokens, createAccessTokens } from './sign-in/access-tokens.ts';
export { purgeSessionsTask } from './sign-in/purge-sessions.task.ts';
