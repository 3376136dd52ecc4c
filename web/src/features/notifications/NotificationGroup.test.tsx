import type { Notification } from '@stowage/contract/notifications/notifications';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { openMenu } from '../../../test/open-menu.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { NotificationGroup } from './NotificationGroup.tsx';

const NOTIFICATION: Notification = {
  ...{ id: 3, kind: 'job-failed', title: 'A job failed', body: null, recordKind: 'job', recordId: '1', path: '/jobs', isRead: false },
  createdAt: '2026-10-20T08:00:00.000Z',
};

afterEach(() => {
  vi.useRealTimers();
  chooseDateFormat({});
});

it.each([
  // Already the next day in Auckland.
  ['2026-11-20T13:00:00Z', 'Pacific/Auckland', '2026-11-21T19:00:00.000Z'],
  // The clocks change in the night.
  ['2026-10-31T16:00:00Z', 'America/New_York', '2026-11-01T13:00:00.000Z'],
])("snoozes at %s until 8 o'clock tomorrow in the person's time zone, %s", async (now, timeZone, until) => {
  signedIn();
  chooseDateFormat({ timeZone });
  const sent: unknown[] = [];
  server.use(
    http.post('/api/notifications/3/snooze', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  renderInPage(<NotificationGroup notifications={[NOTIFICATION]} onOpen={() => {}} />);
  await openMenu(screen.getByRole('button', { name: 'More for A job failed' }));
  const item = await screen.findByRole('menuitem', { name: 'Snooze until tomorrow' });
  // The menu opens by the real clock.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  await userEvent.click(item);
  await expect.poll(() => sent).toEqual([{ until }]);
});
