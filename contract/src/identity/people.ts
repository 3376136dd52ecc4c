import * as z from 'zod';
import { answersCsv, endpoint, success } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';
import { emailAddress } from '../mail/mail.ts';
import { ROLES } from '../permissions.ts';
import { endedSessions, openSessions, sessionId } from './open-sessions.ts';
import { roleKey, roleKeys } from './roles.ts';

export const INVITATION_DAYS = 7;
const NAME_MAX_LENGTH = 80;

export const personName = z.string().trim().min(1, 'Please enter a name').max(NAME_MAX_LENGTH);

/** INVITED: has not accepted yet. NO_SIGN_IN: has neither a password nor an invitation. */
export const PERSON_STATES = ['INVITED', 'NO_SIGN_IN', 'ACTIVE', 'DEACTIVATED'] as const;

const person = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  /** ROLE_ADMIN if the person has all permissions by a fixed role. */
  role: z.enum(ROLES),
  /** The keys of all roles, see `GET /api/roles`. */
  roles: z.array(z.string()),
  state: z.enum(PERSON_STATES),
  /** ISO 8601; null for a person who never signed in. */
  lastSeenAt: z.string().nullable(),
  openSessions: z.number(),
  hasTwoFactor: z.boolean(),
  /** When the newest invitation expires. */
  invitationEndsAt: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

const createdLink = success.extend({
  /** Without a mail server: the link to hand over. It can't be read again. */
  link: z.string().nullable(),
});

export const listPeople = endpoint('GET /api/users', {
  summary: 'List active, invited and deactivated people',
  response: z.array(person),
});

export const exportPeople = endpoint('GET /api/users/export.csv', {
  summary: 'The people as CSV',
  query: z.object({ state: z.enum(PERSON_STATES).optional() }),
  ...answersCsv,
});

export const listAdministrators = endpoint('GET /api/administrators', {
  summary: 'List the people who can grant permissions',
  response: z.array(z.object({ name: z.string(), email: z.string() })),
});

export const invitePerson = endpoint('POST /api/users/invite', {
  summary: 'Invite a person by e-mail. They choose their password',
  body: z
    .object({ email: emailAddress, name: personName.optional(), roles: roleKeys.optional(), role: z.enum(ROLES).optional() })
    .refine(({ role, roles }) => (role === undefined) !== (roles === undefined), 'Please choose a role'),
  response: createdLink,
  reasons: ['email_taken', 'beyond_own_permissions', 'no_such_role'],
});

export const resendInvitation = endpoint('POST /api/users/:id/invite', {
  summary: 'Mail a new invitation and revoke the previous link',
  params: recordParams,
  response: createdLink,
  reasons: ['not_invited'],
});

export const changeRole = endpoint('POST /api/users/:id/role', {
  summary: 'Change the role of a person. It applies from their next call',
  params: recordParams,
  body: z.object({ role: z.enum(ROLES) }),
  response: success,
  reasons: ['last_administrator', 'beyond_own_permissions'],
});

export const changeRoles = endpoint('POST /api/users/:id/roles', {
  summary: 'Replace the roles of a person. They apply from their next call',
  params: recordParams,
  body: z.object({
    roles: roleKeys,
    /** The roles that the person saw: the call is refused when somebody else has changed them. */
    seen: roleKeys.optional(),
  }),
  response: success,
  reasons: ['last_administrator', 'beyond_own_permissions', 'no_such_role', 'changed_meanwhile'],
});

export const deactivatePerson = endpoint('POST /api/users/:id/deactivate', {
  summary: 'Deactivate an account and end its sessions',
  params: recordParams,
  response: success,
  reasons: ['last_administrator', 'beyond_own_permissions'],
});

export const reactivatePerson = endpoint('POST /api/users/:id/reactivate', {
  summary: 'Reactivate an account',
  params: recordParams,
  response: success,
});

export const resetPerson = endpoint('POST /api/users/:id/reset', {
  summary: 'Mail a person a link to set a new password',
  params: recordParams,
  response: createdLink,
  reasons: ['not_active'],
});

export const signPersonOut = endpoint('POST /api/users/:id/sign-out', {
  summary: 'End every session of a person',
  params: recordParams,
  response: endedSessions,
});

const signInPolicy = z.object({
  /** The roles that need two-step sign-in. */
  twoFactorRoles: z.array(roleKey).max(200),
});

export const getSignInPolicy = endpoint('GET /api/sign-in-policy', {
  summary: 'The roles that need two-step sign-in',
  response: signInPolicy,
});

export const saveSignInPolicy = endpoint('POST /api/sign-in-policy', {
  summary: 'Require two-step sign-in by role. It applies from the next sign-in or refresh',
  body: signInPolicy.extend({
    /** The roles that the person saw when they changed them. */
    seen: signInPolicy.shape.twoFactorRoles.optional(),
  }),
  response: success,
  reasons: ['changed_meanwhile', 'no_such_role'],
});

export const listSessionsOf = endpoint('GET /api/users/:id/sessions', {
  summary: 'List the open sessions of a person',
  params: recordParams,
  response: openSessions,
});

export const endSessionOf = endpoint('POST /api/users/:id/sessions/:session/end', {
  summary: 'End one session of a person',
  params: recordParams.extend({ session: sessionId }),
  response: success,
});

export const removeTwoFactorOf = endpoint('POST /api/users/:id/remove-two-factor', {
  summary: 'Turn off the two-step sign-in of a person who has lost their authenticator',
  params: recordParams,
  response: success,
  reasons: ['own_account'],
});
