import { conditionName } from '@stowage/contract/catalog/conditions';
import type { OtherListing } from '@stowage/contract/inventory/adjustment';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import type { AskedListing, ChosenListing } from './use-disposition.ts';

interface ListingQuestionProps {
  readonly asked: AskedListing;
  readonly isBusy: boolean;
  readonly onChoose: (listing: ChosenListing) => void;
  readonly onCancel: () => void;
}

const NEW = 'new';

/** Asks for the units' listing if their condition has none or several: a listing of the product, or a new one. */
export function ListingForm({ asked, isBusy, onChoose, onCancel }: ListingQuestionProps) {
  const { choice, question } = asked;
  const inCondition = choice.listings.filter(({ sku_condition }) => sku_condition === choice.sku_condition);
  const [chosen, setChosen] = useState(inCondition[0] === undefined ? NEW : String(inCondition[0].listing_id));
  const [sku, setSku] = useState(choice.suggested_sku);
  const submit = () => {
    if (chosen !== NEW) onChoose({ id: Number(chosen) });
    else if (sku.trim() !== '') onChoose({ newSku: sku.trim() });
  };
  const options = [
    { value: NEW, label: `A new listing, ${conditionName(choice.sku_condition)}` },
    ...choice.listings.map((listing) => ({ value: String(listing.listing_id), label: listingText(listing) })),
  ];
  return (
    <Form aria-label="Listing" onSubmit={submit} className="grid gap-3 rounded-card border border-warn bg-warn-soft p-4 text-ink">
      <p role="alert" className="font-medium text-warn">
        {question}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="The units become" autoFocus value={chosen} options={options} onText={setChosen} />
        {chosen === NEW && (
          <CodeField
            label="Seller SKU of the new listing"
            className="font-mono"
            maxLength={40}
            value={sku}
            error={sku.trim() === '' ? 'Please enter a SKU' : undefined}
            onText={setSku}
          />
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isBusy || (chosen === NEW && sku.trim() === '')}>
          {isBusy ? 'Processing...' : 'Use it and print'}
        </Button>
      </div>
    </Form>
  );
}

function listingText({ seller_sku, fnsku, sku_condition, channel }: OtherListing): string {
  return `${conditionName(sku_condition)}: ${seller_sku ?? fnsku ?? 'N/A'}${channel === 'FBA' ? ' (FBA)' : ''}`;
}
