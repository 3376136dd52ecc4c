import { getReorderSettings, type ReorderSettings } from '@stowage/contract/purchasing/reorder';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { queryFor } from '../../../api/query.ts';
import { SettingsDialog } from './SettingsDialog.tsx';

const STORED: ReorderSettings = { lead_days: 14, review_days: 7, service_percent: 95, version: 2 };

/** The page below the dialog, which reads the same. */
function Page() {
  const { data } = useQuery(queryFor(getReorderSettings, {}));
  return (
    <>
      <p>{`Version ${data?.version}`}</p>
      <SettingsDialog onClose={() => {}} />
    </>
  );
}

it('keeps what is typed when somebody else saves, and saves against the version that was opened', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored = STORED;
  const sent: unknown[] = [];
  server.use(
    http.get('/api/reorder/settings', () => HttpResponse.json(stored)),
    http.put('/api/reorder/settings', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  renderInPage(<Page />);
  const field = await screen.findByLabelText('Lead time in days');
  await userEvent.clear(field);
  await userEvent.type(field, '7');
  stored = { ...STORED, review_days: 30, version: 3 };
  readAgain(getReorderSettings);
  await screen.findByText('Version 3');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toMatchObject([{ lead_days: 7, review_days: 7, version: 2 }]);
});
