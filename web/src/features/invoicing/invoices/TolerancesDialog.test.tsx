import { getInvoicingSettings } from '@stowage/contract/invoicing/invoicing-settings';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { queryFor } from '../../../api/query.ts';
import { TolerancesDialog } from './TolerancesDialog.tsx';

/** The page below the dialog, which reads the settings too. */
function Page() {
  const settings = useQuery(queryFor(getInvoicingSettings, {}));
  return (
    <>
      <p>{`Tax ${settings.data?.tax_percent}`}</p>
      {settings.data !== undefined && <TolerancesDialog onClose={() => {}} />}
    </>
  );
}

it('keeps what is typed while the settings are read again', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored = { price_percent: 1, price_amount: 2, freight_percent: 3, tax_percent: 4 };
  const answers: (() => void)[] = [];
  server.use(
    http.get('/api/invoicing-settings', async () => {
      if (stored.tax_percent === 6) await new Promise<void>((resolve) => answers.push(resolve));
      return HttpResponse.json(stored);
    }),
  );
  renderInPage(<Page />);
  const field = await screen.findByLabelText<HTMLInputElement>('Unit cost, dollars');
  await userEvent.type(field, '5');
  stored = { ...stored, tax_percent: 6 };
  readAgain(getInvoicingSettings);
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await screen.findByText('Tax 6');
  expect([field.isConnected, field.value]).toEqual([true, '25']);
});

it('saves only the tolerances that were changed', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: unknown[] = [];
  server.use(
    http.get('/api/invoicing-settings', () => HttpResponse.json({ price_percent: 1, price_amount: 2, freight_percent: 3, tax_percent: 4 })),
    http.put('/api/invoicing-settings', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  renderInPage(<TolerancesDialog onClose={() => {}} />);
  await userEvent.type(await screen.findByLabelText('Unit cost, dollars'), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const seen = { price_percent: 1, price_amount: 2, freight_percent: 3, tax_percent: 4 };
  await waitFor(() => expect(sent).toEqual([{ price_amount: 25, seen }]));
});
