import { getListingQuantity, type ListingQuantity, quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { publish } from '../../../test/live.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { refuseSaves } from '../../../test/refused-saves.tsx';
import { signedIn } from '../../../test/server.ts';
import { OfferedQuantity } from './OfferedQuantity.tsx';

const QUANTITY: ListingQuantity = {
  ...{ mode: 'ON', is_offered: true, wanted: 8, shown: 8, available: 9, sent: null, sent_at: null, answered_at: null, outcome: null },
  ...{ reason: null, submission_id: null, is_due: false, rule: { safety_stock: 1, maximum: null, is_withheld: false, version: 2 } },
};

it('saves against the version that the dialog opened with, when somebody else changes the limits meanwhile', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const { sent, store } = refuseSaves(getListingQuantity.path, getListingQuantity.path, QUANTITY);
  renderInPage(<OfferedQuantity listingId={1} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change limits' }));
  await userEvent.type(await screen.findByLabelText('Maximum quantity to offer'), '5');
  store({ ...QUANTITY, rule: { ...QUANTITY.rule, safety_stock: 4, version: 3 } });
  publish(quantitiesTopic, { listing_ids: [1] });
  await screen.findByText('safety stock 4');
  await userEvent.click(screen.getByRole('button', { name: 'Save limits' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toEqual([{ safety_stock: 1, maximum: 5, is_withheld: false, version: 2 }]);
});
