import { type CaseClaim, type CaseDetail, EXPECTED_AMOUNT_MAX, listCasePeople, saveClaim } from '@stowage/contract/cases/case-detail';
import { CLAIM_TYPES, type ClaimType } from '@stowage/contract/cases/cases';
import { CLOCK_STARTS } from '@stowage/contract/cases/claim-windows';
import type { InputOf } from '@stowage/contract/endpoint';
import { addDays, utcDay } from '@stowage/contract/formats/day';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { dayText } from '../../../ui/format/date-time.ts';
import { When } from '../../../ui/format/When.tsx';
import { useCaseDraft } from './case-drafts.tsx';
import { dueText } from './due.ts';
import { SaveDraft } from './SaveDraft.tsx';
import { STALE_AFTER_SAVE, useSaveDraft } from './use-save-draft.ts';

interface Values {
  readonly type: ClaimType;
  readonly clockStartsOn: string;
  readonly expected: string;
  readonly owner: string;
  readonly problem: string;
}

type Body = Omit<InputOf<typeof saveClaim>['body'], 'was'>;

const NAMES: Readonly<Record<keyof Values, string>> = {
  type: 'Claim type',
  clockStartsOn: 'Clock starts on',
  expected: 'Expected $',
  owner: 'Owner',
  problem: 'Problem Description',
};

/** The claim of a case: its kind, deadline, amount and owner. */
export function ClaimForm({ detail }: { detail: CaseDetail }) {
  const { qr_case_id: id, claim } = detail;
  const people = useQuery(queryFor(listCasePeople, {}));
  const seesCosts = useMay('costs.read');
  const save = useCommand(saveClaim, STALE_AFTER_SAVE);
  const saved: Values = {
    type: claim.type,
    clockStartsOn: claim.clock_starts_on,
    expected: claim.expected_amount?.toFixed(2) ?? '',
    owner: claim.owner === null ? '' : String(claim.owner.id),
    problem: detail.problem_description ?? '',
  };
  const draft = useCaseDraft(id, 'claim', saved);
  const { values, set } = draft;
  const saving = useSaveDraft<Values, Body>({ id, draft, save, toBody, toValues, done: `The claim of case ${id} is saved` });
  const wrongAmount = amountProblem(values.expected);
  const submit = () => {
    if (wrongAmount === undefined) saving.save();
  };
  const names = [...(people.data ?? []), ...(claim.owner !== null && !people.data?.some((one) => one.id === claim.owner?.id) ? [claim.owner] : [])];
  const textOf = (field: keyof Values, some: Partial<Values>) => {
    if (field === 'type') return some.type === undefined ? '' : CLAIM_TYPES[some.type];
    if (field === 'owner') return names.find((one) => String(one.id) === some.owner)?.name ?? 'No owner';
    return some[field] ?? '';
  };
  return (
    <section aria-label="Claim">
      <Form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h4 className="flex flex-wrap items-center gap-2 font-semibold">
          Claim <Clock claim={claim} isDecided={detail.due_on === null} />
        </h4>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
          <SelectField
            label={NAMES.type}
            value={values.type}
            options={Object.entries(CLAIM_TYPES).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => set({ type: target.value as ClaimType })}
          />
          <DateField
            label={NAMES.clockStartsOn}
            hint={`From ${CLOCK_STARTS[values.type]}${unusualStart(values.clockStartsOn)}`}
            value={values.clockStartsOn}
            onDay={(day) => set({ clockStartsOn: day ?? saved.clockStartsOn })}
          />
          {seesCosts && (
            <TextField
              label={NAMES.expected}
              inputMode="decimal"
              autoComplete="off"
              hint={claim.expected_amount === null && draft.changed.expected === undefined ? 'No price list contains this product' : 'At cost'}
              error={wrongAmount}
              value={values.expected}
              onChange={({ target }) => set({ expected: target.value })}
            />
          )}
          <SelectField
            label={NAMES.owner}
            value={values.owner}
            options={[{ value: '', label: 'No owner' }, ...names.map((one) => ({ value: String(one.id), label: one.name }))]}
            onChange={({ target }) => set({ owner: target.value })}
          />
        </div>
        <TextField
          label={NAMES.problem}
          maxLength={2_000}
          autoComplete="off"
          value={values.problem}
          onChange={({ target }) => set({ problem: target.value })}
        />
        <Facts claim={claim} />
        <SaveDraft saving={saving} label="Save claim" failure="Failed to save the claim" nameOf={(field) => NAMES[field]} textOf={textOf} />
      </Form>
    </section>
  );
}

/** Contains only the changed fields. */
function toBody({ type, clockStartsOn, expected, owner, problem }: Partial<Values>): Body {
  return {
    ...(type !== undefined && { type }),
    ...(clockStartsOn !== undefined && { clockStartsOn }),
    ...(expected !== undefined && { expectedAmount: expected.trim() === '' ? null : Number(expected) }),
    ...(owner !== undefined && { ownerId: owner === '' ? null : Number(owner) }),
    ...(problem !== undefined && { problemDescription: problem }),
  };
}

function toValues({ type, clockStartsOn, expectedAmount, ownerId, problemDescription }: Body): Partial<Values> {
  return {
    ...(type !== undefined && { type }),
    ...(clockStartsOn !== undefined && { clockStartsOn }),
    ...(expectedAmount !== undefined && { expected: expectedAmount?.toFixed(2) ?? '' }),
    ...(ownerId !== undefined && { owner: ownerId === null ? '' : String(ownerId) }),
    ...(problemDescription !== undefined && { problem: problemDescription }),
  };
}

function Clock({ claim, isDecided }: { claim: CaseClaim; isDecided: boolean }) {
  if (isDecided) return claim.filed_at === null ? null : <Badge>Claim filed</Badge>;
  const { text, tone } = dueText({ opensOn: claim.opens_on, dueOn: claim.due_on }, new Date());
  return (
    <Badge tone={tone}>
      {text} ({dayText(claim.due_on)})
    </Badge>
  );
}

function Facts({ claim }: { claim: CaseClaim }) {
  return (
    <p className="text-muted">
      {claim.paid_amount === null ? 'No payment yet' : `Paid ${dollars(claim.paid_amount)}`}
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

function amountProblem(text: string): string | undefined {
  if (!/^\s*(\d+([.]\d{1,2})?)?\s*$/.test(text)) return 'Enter an amount such as 12.50';
  return Number(text) > EXPECTED_AMOUNT_MAX ? `Enter at most ${numberText(EXPECTED_AMOUNT_MAX)}` : undefined;
}

/** Every clock starts with an event of the past, so a later day is probably a typing mistake. Tomorrow in UTC is today in some time zones. */
function unusualStart(day: string): string {
  return day > addDays(utcDay(new Date()), 1) ? `. The date ${day} is in the future` : '';
}
