import { type CaseDetail, decideProposal, getQrCase, type ReimbursementProposal } from '@stowage/contract/cases/case-detail';
import { casesPage } from '@stowage/contract/cases/cases';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { When } from '../../../ui/format/When.tsx';
import { commandProblem } from './case-problem.ts';

/** The payments that Amazon may have made for this case. A person decides on them. */
export function Proposals({ detail: { qr_case_id: id, proposals } }: { detail: CaseDetail }) {
  const decide = useCommand(decideProposal, [getQrCase, casesPage]);
  if (proposals.length === 0 && !decide.isError) return null;
  return (
    <section aria-label="Payments" className="grid gap-2">
      {proposals.map((proposal) => (
        <Banner key={proposal.id} tone={proposal.amount < 0 ? 'warn' : 'good'}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <Sentence {...proposal} />
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                look="primary"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ params: { id, proposal: proposal.id }, body: { accept: true } })}
              >
                {proposal.amount < 0 ? 'Subtract from this case' : 'Resolve this case'}
              </Button>
              <Button disabled={decide.isPending} onClick={() => decide.mutate({ params: { id, proposal: proposal.id }, body: { accept: false } })}>
                Not for this case
              </Button>
            </span>
          </div>
        </Banner>
      ))}
      {decide.isError && <Banner tone="bad">{commandProblem('Failed to decide the payment', decide.error)}</Banner>}
    </section>
  );
}

function Sentence(proposal: ReimbursementProposal) {
  const { amount, currency, reimbursement_id, approved_at, quantity } = proposal;
  const size = Math.abs(amount);
  const units = Math.abs(quantity);
  const money = currency === 'USD' ? dollars(size) : `${size.toFixed(2)} ${currency}`;
  return (
    <>
      Amazon {amount < 0 ? 'took back' : 'paid'} {money} for {units === 1 ? '1 unit' : `${units} units`} on <When text={approved_at} /> (reimbursement{' '}
      {reimbursement_id}, matched by {matchOf(proposal)}).
    </>
  );
}

function matchOf({ matched_by, marketplace_case_id, original_reimbursement_id: original }: ReimbursementProposal): string {
  if (matched_by === 'FNSKU_AND_DATE') return 'FNSKU and date';
  return original && marketplace_case_id === '' ? `reimbursement ${original}, which it takes back` : 'the case ID';
}
