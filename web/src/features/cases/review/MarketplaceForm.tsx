import { readAmountCents } from '@stowage/contract/amounts';
import { type CaseFields, casesPage, getQrCase, saveAmazonData } from '@stowage/contract/cases';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { dollars } from '../../../ui/money.ts';
import { toast } from '../../../ui/Toast.tsx';
import { commandProblem } from './case-problem.ts';

const FIELDS = ['lpn', 'removalOrderId', 'amazonCaseId', 'reimbursementId', 'amazonReimbursementAmount'] as const;
type Field = (typeof FIELDS)[number];
type Draft = Partial<Record<Field, string>>;

const HELP_CENTRE = 'https://sellercentral.amazon.com/help/center';
const caseAddress = (amazonCaseId: string) => `https://sellercentral.amazon.com/cu/case-dashboard/view-case?caseID=${encodeURIComponent(amazonCaseId)}`;

/** What the marketplace says of a case. What is typed stays until it is saved, whatever fails or arrives meanwhile. */
export function MarketplaceForm({ id, fields }: { id: number; fields: CaseFields }) {
  const [draft, setDraft] = useState<Draft>({});
  const save = useCommand(saveAmazonData, [getQrCase, casesPage]);
  const saved: Record<Field, string> = {
    lpn: fields.lpn ?? '',
    removalOrderId: fields.removal_order_id ?? '',
    amazonCaseId: fields.amazon_case_id ?? '',
    reimbursementId: fields.reimbursement_id ?? '',
    amazonReimbursementAmount: fields.amazon_reimbursement_amount ?? '',
  };
  const values = { ...saved, ...draft };
  const input = (field: Field) => ({
    value: values[field],
    maxLength: 100,
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => setDraft((now) => ({ ...now, [field]: target.value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { params: { id }, body: values },
      {
        onSuccess: () => {
          toast('good', `Case ${id} is saved`);
          // Whoever typed on keeps it.
          setDraft((now) => Object.fromEntries(Object.entries(now).filter(([field, text]) => text !== values[field as Field])));
        },
      },
    );
  };
  return (
    <section aria-label="Marketplace Case">
      <form onSubmit={submit} className="grid gap-3">
        <h4 className="font-semibold">Marketplace Case</h4>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="LPN" {...input('lpn')} />
          <TextField label="Removal Order ID" {...input('removalOrderId')} />
          <div className="grid content-start gap-1">
            <TextField label="Amazon Case ID" {...input('amazonCaseId')} />
            <CaseLink amazonCaseId={saved.amazonCaseId} />
          </div>
          <TextField label="Reimbursement ID" {...input('reimbursementId')} />
          <TextField
            label="Amazon Stated Reimbursement Amount"
            {...input('amazonReimbursementAmount')}
            maxLength={200}
            hint={amountHint(values.amazonReimbursementAmount)}
          />
        </div>
        {save.isError && <Banner tone="bad">{commandProblem('Failed to save Amazon case data', save.error)}</Banner>}
        <Button type="submit" look="primary" className="justify-self-start" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </section>
  );
}

function CaseLink({ amazonCaseId }: { amazonCaseId: string }) {
  const isThere = amazonCaseId !== '';
  return (
    <a
      href={isThere ? caseAddress(amazonCaseId) : HELP_CENTRE}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center justify-self-start text-accent underline"
    >
      {isThere ? 'View Case' : 'Create Case'}
    </a>
  );
}

function amountHint(text: string): string {
  if (text.trim() === '') return 'Free text; a number in it is read';
  const cents = readAmountCents(text);
  return cents === undefined ? 'No single amount can be read in it' : `Read as ${dollars(cents / 100)}`;
}
