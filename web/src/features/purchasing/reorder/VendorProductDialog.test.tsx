import { findOrderable, type OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { saveVendorProduct } from '@stowage/contract/purchasing/vendor-terms';
import { expect, it } from 'vitest';
import { saveAfterAnother } from '../../../../test/refused-saves.tsx';
import { signedIn } from '../../../../test/server.ts';
import { VendorProductDialog } from './VendorProductDialog.tsx';

const STORED: OrderableLine = {
  ...{ product_id: 1, product_name: 'Kettle', gtin: '036000291452', supplier_sku: 'S-1', unit_cost: '2.50', case_pack: 12, minimum_quantity: null },
  ...{ terms_version: 2, available: 0, on_order: 0 },
};

it('keeps what is typed when somebody else saves, and saves against the version that was opened', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = await saveAfterAnother({
    ...{ read: findOrderable, input: { query: { vendor: 'Norden', product_id: 1 } }, save: saveVendorProduct },
    ...{ first: STORED, theirs: { ...STORED, supplier_sku: 'S-2', terms_version: 3 } },
    versionOf: ({ terms_version }) => terms_version,
    dialog: <VendorProductDialog vendor="Norden" productId={1} title="Kettle" onClose={() => {}} />,
    ...{ field: 'Units per case (optional)', button: 'Save' },
  });
  expect(sent).toMatchObject([{ case_pack: 7, supplier_sku: 'S-1', version: 2 }]);
});
