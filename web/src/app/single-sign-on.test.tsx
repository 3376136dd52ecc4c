import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../test/server.ts';
import { storedToken } from '../api/session.ts';
import { App } from './App.tsx';

beforeAll(async () => {
  await import('./routes/entry/SingleSignOnRoute.tsx');
});

beforeEach(() => {
  server.use(http.all('/api/*', () => HttpResponse.json({ error: { message: 'Not found' } }, { status: 404 })));
  window.history.replaceState(null, '', '/single-sign-on?code=a&state=b');
});

const answerWith = (status: number, error: object) =>
  server.use(http.post('/api/sign-in/single-sign-on/finish', () => HttpResponse.json({ error }, { status })));

it('stays with the reason for which the provider let nobody in', async () => {
  answerWith(403, { code: 'forbidden', reason: 'no_group', message: 'Your account at Acme is in no group that may use Stowage.' });
  render(<App />);
  expect((await screen.findByRole('alert')).textContent).toBe('Your account at Acme is in no group that may use Stowage.');
  await userEvent.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeTruthy();
});

it('asks for the second step of a person who has one here', async () => {
  answerWith(401, { code: 'unauthenticated', reason: 'code_required', message: 'Enter the code', details: { ticket: 'ticket', passkey: null } });
  render(<App />);
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

it('signs nobody out by a link with a made-up answer', async () => {
  signedIn();
  answerWith(422, { code: 'rule_violated', reason: 'sign_in_expired', message: 'This sign-in has expired or was already used. Start again.' });
  render(<App />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/expired/);
  expect(storedToken()).toBeDefined();
});
