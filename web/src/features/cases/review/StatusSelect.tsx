import { type CaseDetail, getQrCase, setCaseStatus } from '@stowage/contract/cases/case-detail';
import { CASE_STATUSES, type CaseStatus } from '@stowage/contract/cases/case-statuses';
import { casesPage, isUsualMove } from '@stowage/contract/cases/cases';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { commandProblem } from './case-problem.ts';

const REASON_LENGTH = 500;

/** The status of a case. Any status may be set; an unusual change needs a reason. */
export function StatusSelect({ detail }: { detail: CaseDetail }) {
  const { qr_case_id: id, status } = detail;
  const [unusual, setUnusual] = useState<CaseStatus>();
  const save = useCommand(setCaseStatus, [getQrCase, casesPage]);
  const set = (next: CaseStatus, reason?: string) =>
    save.mutate({ params: { id }, body: { status: next, ...(reason && { reason }) } }, { onSuccess: () => setUnusual(undefined) });
  const choose = (next: CaseStatus) => {
    save.reset();
    if (next === status) return;
    if (isUsualMove(status, next)) set(next);
    else setUnusual(next);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <SelectField
        label="Case Status"
        value={save.isPending ? save.variables.body.status : status}
        disabled={save.isPending}
        options={CASE_STATUSES.map((value) => ({ value, label: value }))}
        onChange={({ target }) => choose(CASE_STATUSES.find((one) => one === target.value) ?? status)}
      />
      {save.isError && <Banner tone="bad">{commandProblem('Failed to update case status', save.error)}</Banner>}
      {unusual !== undefined && (
        <ReasonDialog from={status} to={unusual} isBusy={save.isPending} onClose={() => setUnusual(undefined)} onReason={(reason) => set(unusual, reason)} />
      )}
    </div>
  );
}

interface ReasonDialogProps {
  readonly from: CaseStatus;
  readonly to: CaseStatus;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
}

function ReasonDialog({ from, to, isBusy, onClose, onReason }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Set the status?"
      description={`${to} does not usually follow ${from}. The reason is recorded in the history.`}
      submitLabel="Set status"
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      onSubmit={() => onReason(reason.trim())}
      onClose={onClose}
    >
      <TextField label="Reason" required autoFocus maxLength={REASON_LENGTH} value={reason} onText={setReason} />
    </FormDialog>
  );
}
