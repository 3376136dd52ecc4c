import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { shortenPauses } from '../../../../test/pauses.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { createQueryClient } from '../../../api/query.ts';
import { ToastProvider } from '../../../ui/dialog/Toast.tsx';
import { PreferencesCard } from './PreferencesCard.tsx';
import { SoundCard } from './SoundCard.tsx';

let saved: unknown[] = [];

beforeEach(() => {
  signedIn();
  localStorage.removeItem('stowage.sounds');
  saved = [];
  server.use(
    http.get('/api/locations', () => HttpResponse.json([])),
    http.post('/api/user/settings', async ({ request }) => {
      saved.push(((await request.json()) as { settings: unknown }).settings);
      return HttpResponse.json({ success: true });
    }),
  );
});

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <PreferencesCard onTestPrint={() => {}} />
        <SoundCard />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const silent = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Silent/ });
const preferences = { timeZone: 'America/New_York', location: 'A-1', sounds: { volume: 0.4, isSilent: false } };

it('disables preferences that could not be loaded', async () => {
  shortenPauses();
  server.use(http.get('/api/user/settings', () => HttpResponse.json({}, { status: 503 })));
  const user = open();
  await user.click(silent());
  expect([silent().disabled, silent().checked, saved]).toEqual([true, false, []]);
  await screen.findByText('Your preferences could not be loaded');
});

it('sends only changed preferences, and null for cleared ones', async () => {
  server.use(http.get('/api/user/settings', () => HttpResponse.json({ settings: { preferences } })));
  const user = open();
  await waitFor(() => expect(silent().disabled).toBe(false));
  await user.click(silent());
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Browser setting');
  const shown = () => [silent().checked, screen.getByLabelText<HTMLSelectElement>('Time zone').value];
  const changes = [{ preferences: { sounds: { volume: 0.4, isSilent: true } } }, { preferences: { timeZone: null } }];
  await waitFor(() => expect(saved).toEqual(changes));
  expect(shown()).toEqual([true, '']);
  expect(screen.getByLabelText<HTMLSelectElement>(/^Default location/).value).toBe('A-1');
});

it("names the company's time zone for a person without one, also after another preference was saved", async () => {
  server.use(http.get('/api/user/settings', () => HttpResponse.json({ settings: {}, companyTimeZone: 'America/New_York' })));
  const user = open();
  const chosen = () => screen.getByLabelText<HTMLSelectElement>('Time zone').selectedOptions[0]?.textContent;
  await waitFor(() => expect(chosen()).toBe('Company’s time zone (America/New York)'));
  await user.click(silent());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(chosen()).toBe('Company’s time zone (America/New York)');
});

it('does not ask for the locations of a role without stock', async () => {
  signedIn({ permissions: ['account.own'] });
  let asked = 0;
  server.use(
    http.get('/api/user/settings', () => HttpResponse.json({ settings: {} })),
    http.get('/api/locations', () => {
      asked++;
      return HttpResponse.json({ error: { message: 'No' } }, { status: 403 });
    }),
  );
  open();
  await waitFor(() => expect(silent().disabled).toBe(false));
  expect([asked, screen.queryByText(/The locations could not be loaded/)]).toEqual([0, null]);
});
