import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { usePasskeys } from '../../../../test/passkeys.ts';
import { server, token } from '../../../../test/server.ts';
import { SignInPage } from './SignInPage.tsx';
import { SingleSignOnPage } from './single-sign-on/SingleSignOnPage.tsx';

afterEach(() => {
  sessionStorage.clear();
  window.location.hash = '';
});

function open(methods: object) {
  const all = { has_passwords: true, passkey_origin: window.location.origin, single_sign_on: null, ...methods };
  server.use(http.get('/api/sign-in/methods', () => HttpResponse.json(all)));
  const onSignedIn = vi.fn();
  return { user: openPage(() => <SignInPage onSignedIn={onSignedIn} />, {}), onSignedIn };
}
const refusal = (reason: string, message: string, details?: object) => ({ error: { reason, message, ...(details && { details }) } });
const tokens = () => HttpResponse.json({ token: token(), refreshToken: 'r' });
const challenge = () => HttpResponse.json({ challenge: 'YQ' });

it('leaves for the identity provider, and says when it does not answer', async () => {
  const { user } = open({ single_sign_on: 'Acme' });
  const down = 'Acme does not answer. Try again in a minute, or sign in another way.';
  server.use(http.post('/api/sign-in/single-sign-on/start', () => HttpResponse.json(refusal('provider_unavailable', down), { status: 502 })));
  const button = await screen.findByRole('button', { name: 'Sign in with Acme' });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(down);
  server.use(http.post('/api/sign-in/single-sign-on/start', () => HttpResponse.json({ address: '#at-the-provider' })));
  await user.click(button);
  await waitFor(() => expect(window.location.hash).toBe('#at-the-provider'));
});

it('offers the password only on request where passwords are off', async () => {
  const { user } = open({ has_passwords: false, single_sign_on: 'Acme' });
  await screen.findByRole('button', { name: 'Sign in with Acme' });
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a password' }));
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Forgot password?' })).toBeNull();
});

it('signs in with a passkey', async () => {
  const asked = usePasskeys();
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/sign-in/passkey/start', challenge),
    http.post('/api/sign-in/passkey', async ({ request }) => {
      bodies.push(await request.json());
      return tokens();
    }),
  );
  const { user, onSignedIn } = open({});
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(asked).toHaveLength(1);
  expect(bodies).toEqual([expect.objectContaining({ cookie: true, passkey: expect.objectContaining({ type: 'public-key' }) })]);
  expect(localStorage.getItem('refreshToken')).toBe('r');
});

it('says that no passkey was used when the person closes the question', async () => {
  usePasskeys({ isCanceled: true });
  server.use(http.post('/api/sign-in/passkey/start', challenge));
  const { user, onSignedIn } = open({});
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No passkey was used. Try again, or use another way.');
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('does not offer passkeys at another address than theirs', async () => {
  usePasskeys();
  open({ passkey_origin: 'https://stowage.example.com', single_sign_on: 'Acme' });
  await screen.findByRole('button', { name: 'Sign in with Acme' });
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

it('asks for the second step after the password: a passkey, or a code', async () => {
  usePasskeys({ isCanceled: true });
  const steps: unknown[] = [];
  const details = { ticket: 't', passkey: { challenge: 'YQ', allowCredentials: [] } };
  server.use(
    http.post('/api/login', () => HttpResponse.json(refusal('code_required', 'x', details), { status: 401 })),
    http.post('/api/sign-in/second-step', async ({ request }) => {
      steps.push(await request.json());
      return tokens();
    }),
  );
  const { user, onSignedIn } = open({});
  await user.type(screen.getByLabelText('Email address'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret words{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Use your passkey' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No passkey was used/);
  await user.type(screen.getByLabelText('Code'), '1111-2222{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(steps).toEqual([{ ticket: 't', code: '1111-2222', cookie: true }]);
});

function comeBack(purpose: string) {
  sessionStorage.setItem('stowage.single-sign-on', JSON.stringify({ purpose, returnTo: '/profile' }));
  const events = { onSignedIn: vi.fn(), onReturn: vi.fn(), onBack: vi.fn() };
  return { ...events, user: openPage(() => <SingleSignOnPage answer="?code=c&state=s" {...events} />, {}) };
}

it('finishes the sign-in at the provider with what it appended to the address', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/sign-in/single-sign-on/finish', async ({ request }) => {
      bodies.push(await request.json());
      return tokens();
    }),
  );
  const { onSignedIn } = comeBack('SIGN_IN');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
  expect(bodies).toEqual([{ answer: '?code=c&state=s', cookie: true }]);
});

it('shows why the provider’s account is refused, with the way back', async () => {
  const message = 'Your account at Acme is in no group that may use Stowage. Ask an administrator.';
  server.use(http.post('/api/sign-in/single-sign-on/finish', () => HttpResponse.json(refusal('no_group', message), { status: 403 })));
  const { user, onBack } = comeBack('SIGN_IN');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(onBack).toHaveBeenCalledOnce();
});

it('asks for the second step after the provider', async () => {
  const details = { ticket: 't', passkey: null };
  server.use(
    http.post('/api/sign-in/single-sign-on/finish', () => HttpResponse.json(refusal('code_required', 'x', details), { status: 401 })),
    http.post('/api/sign-in/second-step', tokens),
  );
  const { user, onSignedIn } = comeBack('SIGN_IN');
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

it('connects the account and goes back to where the person left', async () => {
  localStorage.setItem('jwt', token());
  server.use(http.post('/api/user/single-sign-on/confirm', () => HttpResponse.json({ success: true })));
  const { onReturn } = comeBack('CONNECT');
  await waitFor(() => expect(onReturn).toHaveBeenCalledWith('/profile'));
  expect(await screen.findByText('Your account is connected.')).toBeTruthy();
});
