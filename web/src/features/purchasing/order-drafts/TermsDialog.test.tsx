import { getVendorTerms, type VendorTerms } from '@stowage/contract/purchasing/vendor-terms';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { queryFor } from '../../../api/query.ts';
import { TermsDialog } from './TermsDialog.tsx';

const STORED: VendorTerms = { vendor: 'Norden', lead_days: 14, payment_terms: 'Net 30', minimum_order: null, order_email: null, version: 2 };

/** The page below the dialog, which reads the same. */
function Page() {
  const { data } = useQuery(queryFor(getVendorTerms, { query: { vendor: 'Norden' } }));
  return (
    <>
      <p>{`Version ${data?.version}`}</p>
      <TermsDialog vendor="Norden" onClose={() => {}} />
    </>
  );
}

it('keeps what is typed when somebody else saves, and saves against the version that was opened', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored = STORED;
  const sent: unknown[] = [];
  server.use(
    http.get('/api/vendor-terms', () => HttpResponse.json(stored)),
    http.put('/api/vendor-terms', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  renderInPage(<Page />);
  const field = await screen.findByLabelText('Lead time in days (optional)');
  await userEvent.clear(field);
  await userEvent.type(field, '7');
  stored = { ...STORED, payment_terms: 'Net 60', version: 3 };
  readAgain(getVendorTerms);
  await screen.findByText('Version 3');
  await userEvent.click(screen.getByRole('button', { name: 'Save terms' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toMatchObject([{ lead_days: 7, payment_terms: 'Net 30', version: 2 }]);
});
