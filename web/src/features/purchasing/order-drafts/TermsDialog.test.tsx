import { getVendorTerms, saveVendorTerms, type VendorTerms } from '@stowage/contract/purchasing/vendor-terms';
import { expect, it } from 'vitest';
import { saveAfterAnother } from '../../../../test/refused-saves.tsx';
import { signedIn } from '../../../../test/server.ts';
import { TermsDialog } from './TermsDialog.tsx';

const STORED: VendorTerms = { vendor: 'Norden', lead_days: 14, payment_terms: 'Net 30', minimum_order: null, order_email: null, version: 2 };

it('keeps what is typed when somebody else saves, and saves against the version that was opened', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = await saveAfterAnother({
    ...{ read: getVendorTerms, input: { query: { vendor: 'Norden' } }, save: saveVendorTerms },
    ...{ first: STORED, theirs: { ...STORED, payment_terms: 'Net 60', version: 3 } },
    versionOf: ({ version }) => version,
    ...{ dialog: <TermsDialog vendor="Norden" onClose={() => {}} />, field: 'Lead time in days (optional)', button: 'Save terms' },
  });
  expect(sent).toMatchObject([{ lead_days: 7, payment_terms: 'Net 30', version: 2 }]);
});
