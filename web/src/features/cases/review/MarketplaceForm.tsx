import { saveAmazonData } from '@stowage/contract/cases/case-detail';
import type { CaseFields } from '@stowage/contract/cases/cases';
import { parseAmountCents } from '@stowage/contract/formats/amounts';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useCommand } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { useCaseDraft } from './case-drafts.tsx';
import { SaveDraft } from './SaveDraft.tsx';
import { STALE_AFTER_SAVE, useSaveDraft } from './use-save-draft.ts';

const NAMES = {
  lpn: 'LPN',
  removalOrderId: 'Removal Order ID',
  amazonCaseId: 'Amazon Case ID',
  reimbursementId: 'Reimbursement ID',
  amazonReimbursementAmount: 'Amazon Stated Reimbursement Amount',
} as const;
type Field = keyof typeof NAMES;
type Values = Readonly<Record<Field, string>>;
type Body = { readonly [F in Field]?: string | null | undefined };

const toValues = (body: Body): Partial<Values> => Object.fromEntries(Object.entries(body).map(([field, text]) => [field, text ?? '']));

const HELP_CENTER = 'https://sellercentral.amazon.com/help/center';
const caseAddress = (amazonCaseId: string) => `https://sellercentral.amazon.com/cu/case-dashboard/view-case?caseID=${encodeURIComponent(amazonCaseId)}`;

/** The data of a case at Amazon. Failed requests and changes by others do not replace unsaved input. */
export function MarketplaceForm({ id, fields }: { id: number; fields: CaseFields }) {
  const save = useCommand(saveAmazonData, STALE_AFTER_SAVE);
  const saved: Values = {
    lpn: fields.lpn ?? '',
    removalOrderId: fields.removal_order_id ?? '',
    amazonCaseId: fields.amazon_case_id ?? '',
    reimbursementId: fields.reimbursement_id ?? '',
    amazonReimbursementAmount: fields.amazon_reimbursement_amount ?? '',
  };
  const draft = useCaseDraft(id, 'marketplace', saved);
  const { values } = draft;
  const saving = useSaveDraft<Values, Body>({ id, draft, save, toBody: (some) => some, toValues, done: `Case ${id} is saved` });
  const form = useRef<HTMLFormElement>(null);
  const input = (field: Field) => ({ label: NAMES[field], value: values[field], maxLength: 100, onText: (text: string) => draft.set({ [field]: text }) });
  const codeInput = (field: Field) => ({
    ...input(field),
    onEnter: (code: string) => {
      // The form sends what is rendered.
      flushSync(() => draft.set({ [field]: code }));
      if (!saving.isPending) form.current?.requestSubmit();
    },
  });
  return (
    <section aria-label="Marketplace Case">
      <Form ref={form} onSubmit={() => saving.save()} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h4 className="font-semibold">Marketplace Case</h4>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
          <CodeField {...codeInput('lpn')} />
          <CodeField {...codeInput('removalOrderId')} />
          <div className="grid content-start gap-1">
            <CodeField {...codeInput('amazonCaseId')} />
            <CaseLink amazonCaseId={saved.amazonCaseId} />
          </div>
          <CodeField {...codeInput('reimbursementId')} />
          <TextField {...input('amazonReimbursementAmount')} autoComplete="off" maxLength={200} hint={amountHint(values.amazonReimbursementAmount)} />
        </div>
        <SaveDraft saving={saving} label="Save" look="primary" failure="Failed to save Amazon case data" nameOf={(field) => NAMES[field]} />
      </Form>
    </section>
  );
}

function CaseLink({ amazonCaseId }: { amazonCaseId: string }) {
  const exists = amazonCaseId !== '';
  return (
    <a href={exists ? caseAddress(amazonCaseId) : HELP_CENTER} target="_blank" rel="noreferrer" className="link justify-self-start">
      {exists ? 'View Case' : 'Create Case'}
    </a>
  );
}

function amountHint(text: string): string {
  if (text.trim() === '') return 'Free text. The number in it is the paid amount';
  const cents = parseAmountCents(text);
  return cents === undefined ? 'No single amount found' : `Read as ${dollars(cents / 100)}`;
}
