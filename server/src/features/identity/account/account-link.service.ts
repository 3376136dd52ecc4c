import { createHash, randomBytes } from 'node:crypto';
import { ACCOUNT_LINK_PATH, RESET_LINK_MINUTES } from '@stowage/contract/identity/account';
import { INVITATION_DAYS } from '@stowage/contract/identity/people';
import { AppError } from '../../../platform/app-error.ts';
import { actingAs } from '../../../platform/audit/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/logger.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { findUserByEmail, lockUser, type User, updateName, updatePasswordHash } from '../people/user.repository.ts';
import type { AccessChanges } from '../sign-in/access-changes.ts';
import { refuseTooMany } from '../sign-in/attempts.service.ts';
import { endSessions } from '../sign-in/session.repository.ts';
import { resetKeys } from '../sign-in/sign-in-limit.rules.ts';
import { findAccountLink, insertAccountLink, type LinkPurpose, revokeAccountLinks, useAccountLink } from './account-link.repository.ts';
import { hashPassword } from './password.ts';
import { tellOwner } from './security-notice.ts';

export interface AccountLinkService {
  /** Makes a link in place of those before it, and mails it. */
  mail(tx: Database, user: Pick<User, 'id' | 'email'>, purpose: LinkPurpose, createdBy: number | null): Promise<void>;
  /** Mails a link to whoever has this address; nobody learns whether somebody does. @throws AppError `rate_limited` */
  forgotten(email: string, address: string): Promise<void>;
  /** @throws AppError `rule_violated` with `link_over` */
  read(token: string): Promise<{ purpose: LinkPurpose; email: string; name: string }>;
  /** Sets the password, once; every session ends. @throws AppError `rule_violated` with `link_over` */
  use(link: { token: string; name?: string | undefined; password: string }): Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly accessChanges: AccessChanges;
  readonly logger: Logger;
}

const MINUTE_MS = 60_000;
/** Writing a mail takes a fraction of it. */
const ANSWER_AFTER_MS = 250;
const LIFE_MS: Record<LinkPurpose, number> = { INVITATION: INVITATION_DAYS * 24 * 60 * MINUTE_MS, PASSWORD: RESET_LINK_MINUTES * MINUTE_MS };

export function createAccountLinkService({ db, clock, accessChanges, logger }: Dependencies): AccountLinkService {
  const find = async (tx: Database, token: string) => {
    const link = await findAccountLink(tx, hashOf(token), clock.now());
    if (link === undefined) throw linkOver();
    return link;
  };
  const mail: AccountLinkService['mail'] = async (tx, user, purpose, createdBy) => {
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    await insertAccountLink(tx, { userId: user.id, purpose, tokenHash: hashOf(token), createdBy, now, expiresAt: new Date(now.getTime() + LIFE_MS[purpose]) });
    await queueMail(tx, { recipient: user.email, ...mailFor(purpose, `${ACCOUNT_LINK_PATH}#${token}`) });
  };
  return {
    mail,

    async forgotten(email, address) {
      await refuseTooMany({ db, clock }, resetKeys(email, address), 'requests');
      const deliver = db.transaction().execute(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user !== undefined && user.deactivatedAt === null && user.passwordHash !== null) await mail(tx, user, 'PASSWORD', null);
      });
      // What was answered is written, else a stop of the process would lose it; and whether there is such an account takes as
      // long to be told either way.
      const done = deliver.catch((err: unknown) => logger.error({ err }, 'a link for a new password could not be mailed'));
      await Promise.all([done, new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))]);
    },

    async read(token) {
      const { purpose, email, name } = await find(db, token);
      return { purpose, email, name };
    },

    async use({ token, name, password }) {
      const { userId, purpose } = await find(db, token);
      const passwordHash = await hashPassword(password);
      const accept = async (tx: Database) => {
        await lockUser(tx, userId);
        const link = await find(tx, token);
        // Somebody else was faster.
        if (!(await useAccountLink(tx, link.id, clock.now()))) throw linkOver();
        await updatePasswordHash(tx, userId, passwordHash);
        await revokeAccountLinks(tx, userId, clock.now());
        if (purpose === 'PASSWORD') await tellOwner(tx, 'password-changed', { userId, now: clock.now() });
        if (purpose === 'INVITATION') {
          if (name !== undefined) await updateName(tx, userId, name);
          await notify(tx, {
            kind: 'invitation-accepted',
            except: userId,
            title: `${name ?? link.name} accepted the invitation`,
            record: { kind: 'person', id: userId },
            path: '/admin/people',
          });
        }
        return endSessions(tx, { userId }, 'PASSWORD_RESET', clock.now());
      };
      const ended = await actingAs({ userId, requestId: 'account-link' }, () => db.transaction().execute(accept));
      for (const sessionId of ended) accessChanges.endSession(sessionId);
    },
  };
}

function linkOver(): AppError {
  return new AppError('rule_violated', 'This link was used already, or its time is over. Ask for a new one.', { reason: 'link_over' });
}

function mailFor(purpose: LinkPurpose, path: string) {
  if (purpose === 'INVITATION') {
    return {
      kind: 'invitation',
      subject: 'You are invited to Stowage',
      lines: ['Somebody on your team has made an account for you.', `Set your name and password within ${INVITATION_DAYS} days. The link works once.`],
      action: { label: 'Accept the invitation', path },
    };
  }
  return {
    kind: 'password',
    subject: 'Set a new password for Stowage',
    lines: [
      'Somebody asked for a new password for your account.',
      `The link works for ${RESET_LINK_MINUTES} minutes, once. If it was not you, there is nothing to do: your password stays as it is.`,
    ],
    action: { label: 'Set a new password', path },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
