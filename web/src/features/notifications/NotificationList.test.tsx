import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
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

it.each([
  ['opening a notification', [/^Unread:/], 'Not marked as read: Not now'],
  ['marking one as read', ['More for The import failed', 'Mark read'], 'Not marked as read: Not now'],
  ['marking all as read', ['Mark all read'], 'Not marked as read: Not now'],
  ['snoozing one', ['More for The import failed', 'Snooze 1 hour'], 'Not snoozed: Not now'],
] as const)('says why %s was refused', async (_what, presses, message) => {
  renderInPage(<NotificationList tab="ALL" onTab={() => {}} onOpen={() => {}} />);
  await screen.findByText('The import failed');
  for (const name of presses) await userEvent.click(await screen.findByRole(/^(Mark read|Snooze)/.test(String(name)) ? 'menuitem' : 'button', { name }));
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
});
