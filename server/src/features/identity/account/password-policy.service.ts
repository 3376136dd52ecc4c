import { MIN_PASSWORD_LENGTH } from '@stowage/contract/identity/account';
import { AppError } from '../../../platform/app-error.ts';
import { type PasswordRefusal, refusePassword } from './password-policy.rules.ts';

const REFUSALS: Record<PasswordRefusal, string> = {
  common: 'This password is on the list of common and breached passwords. Choose another one.',
  'own-words': 'This password is mostly your name, address or company. Choose another one.',
  pattern: 'This password is a simple pattern. Choose another one.',
};

let list: Promise<ReadonlySet<string>> | undefined;

/** The packaged list, read on first use: 49,000 passwords take four megabytes. */
export function readCommonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map(String)));
  return list;
}

/** @throws AppError `invalid_input` with `weak_password` */
export async function requireStrongPassword(password: string, { name, email }: { name: string; email: string }): Promise<void> {
  if (password.length < MIN_PASSWORD_LENGTH) throw weakPassword(`A password must have at least ${MIN_PASSWORD_LENGTH} characters`);
  const refusal = refusePassword(password, { common: await readCommonPasswords(), own: [name, email] });
  if (refusal !== undefined) throw weakPassword(REFUSALS[refusal]);
}

export function weakPassword(message: string): AppError {
  return new AppError('invalid_input', message, { reason: 'weak_password' });
}
