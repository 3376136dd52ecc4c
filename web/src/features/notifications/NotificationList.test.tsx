import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openMenu } from '../../../test/open-menu.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { NotificationList } from './NotificationList.tsx';

const notification = {
  ...{ id: 4, kind: 'job-failed', title: 'The import failed', body: null, recordKind: 'job', recordId: '9', path: '/jobs?job=9' },
  ...{ createdAt: '2026-11-20T14:03:05.000Z', isRead: false },
};

beforeEach(() => {
  signedIn();
  const refuse = () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 409 });
  server.use(
    http.get('/api/notifications', () => HttpResponse.json({ data: [notification], next: null, hasUnread: true })),
    http.post('/api/notifications/read', refuse),
    http.post('/api/notifications/4/snooze', refuse),
  );
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => {
  await openMenu(await screen.findByRole('button', { name: 'More for The import failed' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

it.each([
  ['opening a notification', () => press(/^Unread:/), 'Not marked as read: Not now'],
  ['marking one as read', () => choose('Mark read'), 'Not marked as read: Not now'],
  ['marking all as read', () => press('Mark all read'), 'Not marked as read: Not now'],
  ['snoozing one', () => choose('Snooze 1 hour'), 'Not snoozed: Not now'],
])('says why %s was refused', async (_what, act, message) => {
  renderInPage(<NotificationList tab="ALL" onTab={() => {}} onOpen={() => {}} />);
  await screen.findByText('The import failed');
  await act();
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
});
