import { randomUUID } from 'node:crypto';
import type { Answer } from './wire.ts';

const TOKEN_LIFE_SECONDS = 3_600;
const NOTIFICATIONS = 'sellingpartnerapi::notifications';

/** Login with Amazon: issues access tokens and checks their expiry. */
export interface Login {
  /** Answers `POST /auth/o2/token`. */
  answer(form: URLSearchParams, now: number): Answer;
  /** @param isGrantless whether the token must be the application's own, of no seller */
  isValid(token: string | undefined, now: number, isGrantless: boolean): boolean;
}

export function createLogin(): Login {
  const issued = new Map<string, { expiresAt: number; isGrantless: boolean }>();
  return {
    answer(form, now) {
      const grant = form.get('grant_type');
      if (!form.get('client_id') || !form.get('client_secret')) return refusedLogin('invalid_client');
      if (grant === 'refresh_token' && !form.get('refresh_token')) return refusedLogin('invalid_grant');
      if (grant !== 'refresh_token' && grant !== 'client_credentials') {
        return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'The authorization grant type is not supported' } };
      }
      if (grant === 'client_credentials' && form.get('scope') !== NOTIFICATIONS) {
        return { status: 400, body: { error: 'invalid_scope', error_description: 'The requested scope is invalid' } };
      }
      const token = `Atza|${randomUUID()}`;
      issued.set(token, { expiresAt: now + TOKEN_LIFE_SECONDS * 1000, isGrantless: grant === 'client_credentials' });
      return {
        status: 200,
        body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFE_SECONDS, refresh_token: form.get('refresh_token') ?? undefined },
      };
    },
    isValid(token, now, isGrantless) {
      const known = issued.get(token ?? '');
      return known !== undefined && known.expiresAt > now && known.isGrantless === isGrantless;
    },
  };
}

export function refusedLogin(error: 'invalid_grant' | 'invalid_client'): Answer {
  return error === 'invalid_client'
    ? { status: 401, body: { error, error_description: 'Client authentication failed' } }
    : { status: 400, body: { error, error_description: 'The request has an invalid grant parameter : refresh_token' } };
}
