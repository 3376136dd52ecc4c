import { SESSION_END_MESSAGES } from '@stowage/contract/identity/session';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { server, signedIn, token } from '../../../../test/server.ts';
import { endSession, storeTokens } from '../../../api/session.ts';
import { SignInPage } from './SignInPage.tsx';

async function signInWith(answer: () => Response) {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/login', async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  const onSignedIn = vi.fn();
  render(<SignInPage onSignedIn={onSignedIn} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email address'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret words{Enter}');
  return { bodies, onSignedIn };
}

it('signs in and stores the tokens', async () => {
  const access = token({ roles: ['ROLE_ADMIN'] });
  const { bodies, onSignedIn } = await signInWith(() => HttpResponse.json({ token: access, refreshToken: 'r' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ username: 'ann@example.com', password: 'secret words', remember: false, cookie: true }]);
  expect([localStorage.getItem('jwt'), localStorage.getItem('refreshToken')]).toEqual([access, 'r']);
});

it('says why the last session ended, until somebody signs in', async () => {
  signedIn();
  endSession(SESSION_END_MESSAGES.PASSWORD_RESET);
  endSession(SESSION_END_MESSAGES.EXPIRED);
  render(<SignInPage onSignedIn={() => {}} />);
  expect(screen.getByRole('status').textContent).toBe('Your password was changed. Sign in with the new one.');
  act(() => storeTokens({ token: token(), refreshToken: 'r' }));
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  ['Invalid email or password', () => HttpResponse.json({}, { status: 401 })],
  ['Login failed. Please try again.', () => HttpResponse.json({}, { status: 500 })],
  ['Login failed. Please try again.', () => HttpResponse.error()],
  ['Login failed. Please try again.', () => HttpResponse.json({})],
  ['Login failed. Please try again.', () => HttpResponse.json({ token: 'nonsense', refreshToken: 'r' })],
  ['Login failed. Please try again.', () => HttpResponse.json({ token: token({ roles: [] }), refreshToken: 'r' })],
  ['Your account does not have the required permissions', () => HttpResponse.json({ token: token({ roles: ['ROLE_GUEST'] }), refreshToken: 'r' })],
])('shows %j and stores no token', async (message, answer) => {
  localStorage.setItem('jwt', 'left over');
  const { onSignedIn } = await signInWith(answer);
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(localStorage.getItem('jwt')).toBeNull();
});

it('shows when to try again after too many attempts', async () => {
  await signInWith(() => HttpResponse.json({ error: { message: 'Too many sign-in attempts. Try again in 12 min.' } }, { status: 429 }));
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed. Please try again. Too many sign-in attempts. Try again in 12 min.');
});

it('asks for the authenticator’s code and shows its error', async () => {
  const codes: unknown[] = [];
  server.use(
    http.post('/api/login', async ({ request }) => {
      const { code } = (await request.json()) as { code?: string };
      codes.push(code);
      if (code === '123456') return HttpResponse.json({ token: token(), refreshToken: 'r' });
      return HttpResponse.json({ error: { reason: code === undefined ? 'code_required' : 'wrong_code', message: 'x' } }, { status: 401 });
    }),
  );
  const onSignedIn = vi.fn();
  render(<SignInPage onSignedIn={onSignedIn} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email address'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret words{Enter}');
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or was already used');
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(codes).toEqual([undefined, '000000', '123456']);
});

it.each([
  [true, 'we sent a link'],
  [false, 'the administrators were asked for a link'],
])('requests a password link without revealing whether the account exists (mailed: %s)', async (isMailed, answer) => {
  server.use(http.post('/api/forgot-password', () => HttpResponse.json({ success: true, isMailed })));
  render(<SignInPage onSignedIn={() => {}} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await user.type(screen.getByLabelText('Email address'), 'nobody@example.com{Enter}');
  expect((await screen.findByRole('status')).textContent).toMatch(new RegExp(`^If an account.*${answer}`));
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByRole('heading', { name: 'Sign in to your account' })).toBeTruthy();
});
