import { withoutThousandsSeparators } from '@stowage/contract/formats/money';
import { getVendorTerms, LEAD_DAYS_MAX, saveVendorTerms, type VendorTerms } from '@stowage/contract/purchasing/vendor-terms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { onceFor, useCommand } from '../../../api/query.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

interface TermsDialogProps {
  readonly vendor: string;
  readonly onClose: () => void;
}

/** What is agreed with a vendor. */
export function TermsDialog({ vendor, onClose }: TermsDialogProps) {
  const terms = useQuery(onceFor(getVendorTerms, { query: { vendor } }));
  if (terms.data !== undefined) return <TermsForm terms={terms.data} onClose={onClose} />;
  return (
    <Dialog title={`Terms of ${vendor}`} open onClose={onClose}>
      <QueryResult query={terms} failure="The terms could not be loaded" rows={4}>
        {() => null}
      </QueryResult>
    </Dialog>
  );
}

function TermsForm({ terms, onClose }: { terms: VendorTerms; onClose: () => void }) {
  const { vendor, version } = terms;
  const [leadDays, setLeadDays] = useState(terms.lead_days?.toString() ?? '');
  const [payment, setPayment] = useState(terms.payment_terms ?? '');
  const [minimum, setMinimum] = useState(terms.minimum_order ?? '');
  const [email, setEmail] = useState(terms.order_email ?? '');
  const save = useCommand(saveVendorTerms, [getVendorTerms]);
  const isWhole = leadDays === '' || (/^\d{1,3}$/.test(leadDays) && Number(leadDays) <= LEAD_DAYS_MAX);
  const submit = () => {
    const texts = { payment_terms: payment.trim() || null, minimum_order: withoutThousandsSeparators(minimum) || null, order_email: email.trim() || null };
    save.mutate(
      { body: { vendor, version, lead_days: leadDays === '' ? null : Number(leadDays), ...texts } },
      {
        onSuccess: () => {
          toast('good', `Saved the terms of ${vendor}`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Terms of ${vendor}`}
      description="Orders to this vendor and reorder proposals use them."
      submitLabel="Save terms"
      command={save}
      isReady={isWhole}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Lead time in days (optional)"
        inputMode="numeric"
        autoComplete="off"
        value={leadDays}
        error={isWhole ? undefined : `Enter a whole number of days up to ${LEAD_DAYS_MAX}`}
        hint="From the order to its receipt"
        onText={(text) => setLeadDays(text.trim())}
      />
      <TextField label="Payment terms (optional)" placeholder="Net 30" maxLength={200} autoComplete="off" value={payment} onText={setPayment} />
      <TextField label="Minimum order in dollars (optional)" inputMode="decimal" maxLength={14} autoComplete="off" value={minimum} onText={setMinimum} />
      <TextField label="Address for orders (optional)" type="email" maxLength={320} autoComplete="off" value={email} onText={setEmail} />
    </FormDialog>
  );
}
