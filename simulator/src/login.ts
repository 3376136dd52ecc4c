import { randomUUID } from 'node:crypto';
import type { Answer } from './wire.ts';

const TOKEN_LIFE_SECONDS = 3_600;

/** Login with Amazon: issues access tokens and checks their expiry. */
export interface Login {
  /** Answers `POST /auth/o2/token`. */
  answer(form: URLSearchParams, now: number): Answer;
  isValid(token: string | undefined, now: number): boolean;
}

export function createLogin(): Login {
  const expiry = new Map<string, number>();
  return {
    answer(form, now) {
      const grant = form.get('grant_type');
      if (!form.get('client_id') || !form.get('client_secret')) return refusedLogin('invalid_client');
      if (grant === 'refresh_token' && !form.get('refresh_token')) return refusedLogin('invalid_grant');
      if (grant !== 'refresh_token' && grant !== 'client_credentials') {
        return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'The authorization grant type is not supported' } };
      }
      const token = `Atza|${randomUUID()}`;
      expiry.set(token, now + TOKEN_LIFE_SECONDS * 1000);
      return {
        status: 200,
        body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFE_SECONDS, refresh_token: form.get('refresh_token') ?? undefined },
      };
    },
    isValid: (token, now) => (expiry.get(token ?? '') ?? 0) > now,
  };
}

export function refusedLogin(error: 'invalid_grant' | 'invalid_client'): Answer {
  return error === 'invalid_client'
    ? { status: 401, body: { error, error_description: 'Client authentication failed' } }
    : { status: 400, body: { error, error_description: 'The request has an invalid grant parameter : refresh_token' } };
}
