import { moneyText } from '@stowage/contract/formats/text/money-text';
import { findVendors, getVendorTerms, type VendorTerms } from '@stowage/contract/purchasing/vendor-terms';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { queryFor } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';

interface VendorFieldProps {
  readonly vendor: string;
  readonly isFixed: boolean;
  readonly onVendor: (vendor: string) => void;
}

/** The vendor of an order, with the names that are known, and what is agreed with it. */
export function VendorField({ vendor, isFixed, onVendor }: VendorFieldProps) {
  const names = useId();
  const wanted = useDeferredValue(vendor.trim());
  const known = useListQuery(findVendors, { query: { search: wanted } });
  const terms = useQuery({ ...queryFor(getVendorTerms, { query: { vendor: wanted } }), enabled: wanted !== '' });
  return (
    <>
      <TextField
        label="Vendor"
        list={names}
        maxLength={200}
        autoComplete="off"
        disabled={isFixed}
        value={vendor}
        hint={terms.data === undefined || wanted === '' ? undefined : termsText(terms.data)}
        onText={onVendor}
      />
      <datalist id={names}>
        {known.data?.vendors.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function termsText({ lead_days, payment_terms, minimum_order }: VendorTerms): string {
  const facts = [
    lead_days !== null && `Lead time ${lead_days} ${lead_days === 1 ? 'day' : 'days'}`,
    payment_terms,
    minimum_order !== null && `minimum order ${moneyText(minimum_order)}`,
  ].filter(Boolean);
  return facts.length === 0 ? 'No terms are stored for this vendor' : facts.join(', ');
}
