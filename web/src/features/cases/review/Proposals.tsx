import { type CaseDetail, decideProposal, getQrCase, type ReimbursementProposal } from '@stowage/contract/cases/case-detail';
import { casesPage } from '@stowage/contract/cases/cases';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dollars } from '../../../ui/format/money.ts';
import { When } from '../../../ui/format/When.tsx';
import { commandProblem } from './case-problem.ts';

/** The payments that Amazon may have made for this case. A person decides on them. */
export function Proposals({ detail: { qr_case_id: id, proposals } }: { detail: CaseDetail }) {
  const decide = useCommand(decideProposal, [getQrCase, casesPage]);
  if (proposals.length === 0 && !decide.isError) return null;
  return (
    <section aria-label="Payments" className="grid gap-2">
      {proposals.map((proposal) => (
        <Banner key={proposal.id} tone="good">
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
                Resolve this case
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

function Sentence({ amount, currency, reimbursement_id, approved_at, quantity, matched_by }: ReimbursementProposal) {
  const money = currency === 'USD' ? dollars(amount) : `${amount.toFixed(2)} ${currency}`;
  return (
    <>
      Amazon paid {money} for {quantity === 1 ? '1 unit' : `${quantity} units`} on <When text={approved_at} /> (reimbursement {reimbursement_id}, matched by{' '}
      {matched_by === 'CASE_ID' ? 'the case ID' : 'FNSKU and date'}).
    </>
  );
}
