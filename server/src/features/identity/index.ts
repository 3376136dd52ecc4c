export { createIdentity } from './identity.ts';
export { findEmail, isActiveUser, isOpenSession, listActiveUsers } from './people/active-person.service.ts';
export { createUserService, type UserService } from './people/user.service.ts';
export { requireOtherPerson } from './roles/separated-duties.service.ts';
export { sendSessionEnd } from './sessions/access-changes.ts';
export { readProvider } from './single-sign-on/read-provider.ts';
export { ID_TOKENS } from './single-sign-on/single-sign-on.service.ts';
export { TOTP_SECRETS } from './two-factor/two-factor.service.ts';
