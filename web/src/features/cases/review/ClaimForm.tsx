import { type CaseClaim, type CaseDetail, CLAIM_TYPES, type ClaimType, casesPage, getQrCase, listCasePeople, saveClaim } from '@stowage/contract/cases';
import { CLOCK_STARTS } from '@stowage/contract/claim-windows';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { SelectField, TextField } from '../../../ui/Field.tsx';
import { dollars } from '../../../ui/money.ts';
import { toast } from '../../../ui/Toast.tsx';
import { When } from '../../../ui/When.tsx';
import { commandProblem } from './case-problem.ts';
import { dueText } from './due.ts';

interface Values {
  readonly type: ClaimType;
  readonly clockStartsOn: string;
  readonly expected: string;
  readonly owner: string;
  readonly problem: string;
}

/** The claim and its clock: of what kind it is, until when it can be made, what it is worth, and whose it is. */
export function ClaimForm({ detail }: { detail: CaseDetail }) {
  const { qr_case_id: id, claim } = detail;
  const [draft, setDraft] = useState<Partial<Values>>({});
  const people = useQuery(queryFor(listCasePeople, {}));
  const save = useCommand(saveClaim, [getQrCase, casesPage]);
  const saved: Values = {
    type: claim.type,
    clockStartsOn: claim.clock_starts_on,
    expected: claim.expected_amount?.toFixed(2) ?? '',
    owner: claim.owner === null ? '' : String(claim.owner.id),
    problem: detail.problem_description ?? '',
  };
  const values = { ...saved, ...draft };
  const set = (change: Partial<Values>) => setDraft((now) => ({ ...now, ...change }));
  const isAmount = /^\s*(\d{1,7}([.]\d{1,2})?)?\s*$/.test(values.expected);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAmount) return;
    save.mutate(
      { params: { id }, body: bodyOf(values) },
      {
        onSuccess: () => {
          toast('good', `The claim of case ${id} is saved`);
          setDraft({});
        },
      },
    );
  };
  const names = [...(people.data ?? []), ...(claim.owner !== null && !people.data?.some((one) => one.id === claim.owner?.id) ? [claim.owner] : [])];
  return (
    <section aria-label="Claim">
      <form onSubmit={submit} className="grid gap-3">
        <h4 className="flex flex-wrap items-center gap-2 font-semibold">
          Claim <Clock claim={claim} isDecided={detail.due_on === null} />
        </h4>
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Claim type"
            value={values.type}
            options={Object.entries(CLAIM_TYPES).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => set({ type: target.value as ClaimType })}
          />
          <DateField
            label="Clock starts on"
            hint={`From ${CLOCK_STARTS[values.type]}`}
            value={values.clockStartsOn}
            onDay={(day) => set({ clockStartsOn: day ?? saved.clockStartsOn })}
          />
          <TextField
            label="Expected $"
            inputMode="decimal"
            autoComplete="off"
            hint={claim.expected_amount === null && draft.expected === undefined ? 'No price list names this product' : 'At cost'}
            error={isAmount ? undefined : 'An amount such as 12.50'}
            value={values.expected}
            onChange={({ target }) => set({ expected: target.value })}
          />
          <SelectField
            label="Owner"
            value={values.owner}
            options={[{ value: '', label: 'Nobody' }, ...names.map((one) => ({ value: String(one.id), label: one.name }))]}
            onChange={({ target }) => set({ owner: target.value })}
          />
        </div>
        <TextField
          label="Problem Description"
          maxLength={2_000}
          autoComplete="off"
          value={values.problem}
          onChange={({ target }) => set({ problem: target.value })}
        />
        <Facts claim={claim} />
        {save.isError && <Banner tone="bad">{commandProblem('Failed to save the claim', save.error)}</Banner>}
        <Button type="submit" className="justify-self-start" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save claim'}
        </Button>
      </form>
    </section>
  );
}

function bodyOf({ type, clockStartsOn, expected, owner, problem }: Values) {
  return {
    type,
    clockStartsOn,
    expectedAmount: expected.trim() === '' ? null : Number(expected),
    ownerId: owner === '' ? null : Number(owner),
    problemDescription: problem,
  };
}

function Clock({ claim, isDecided }: { claim: CaseClaim; isDecided: boolean }) {
  if (isDecided) return claim.filed_at === null ? null : <Badge>Claim made</Badge>;
  const { text, tone } = dueText({ opensOn: claim.opens_on, dueOn: claim.due_on }, new Date());
  return (
    <Badge tone={tone}>
      {text} ({claim.due_on})
    </Badge>
  );
}

function Facts({ claim }: { claim: CaseClaim }) {
  return (
    <p className="text-muted">
      Paid {claim.paid_amount === null ? 'nothing yet' : dollars(claim.paid_amount)}
      {claim.filed_at !== null && (
        <>
          {' '}
          · filed <When text={claim.filed_at} />
        </>
      )}
      {claim.decided_at !== null && (
        <>
          {' '}
          · decided <When text={claim.decided_at} />
        </>
      )}
    </p>
  );
}
