import { CLAIM_TYPES } from '@stowage/contract/cases/cases';
import { CLOCK_STARTS, type ClaimWindow, DEFAULT_MARKETPLACE, listClaimWindows, saveClaimWindow } from '@stowage/contract/cases/claim-windows';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

/** The claim windows, for all marketplaces and for those with windows of their own. */
export function ClaimWindowsCard() {
  const windows = useQuery(queryFor(listClaimWindows, {}));
  const [edited, setEdited] = useState<ClaimWindow>();
  return (
    <Card title="Claim windows" description="Days from the start of a claim's clock. A marketplace without windows of its own uses the row for all others.">
      <QueryResult query={windows} rows={4} failure="The claim windows could not be loaded">
        {(rows) => (
          <DataTable
            label="Claim windows"
            columns={columns(setEdited)}
            rows={rows}
            keyOf={({ marketplace_id, claim_type }) => `${marketplace_id} ${claim_type}`}
          />
        )}
      </QueryResult>
      {edited !== undefined && <WindowDialog window={edited} windows={windows.data ?? []} onClose={() => setEdited(undefined)} />}
    </Card>
  );
}

const marketplaceName = (id: string) => (id === DEFAULT_MARKETPLACE ? 'All others' : id);

function columns(onEdit: (window: ClaimWindow) => void): readonly Column<ClaimWindow>[] {
  return [
    { heading: 'Claim', isTitle: true, cell: ({ claim_type }) => CLAIM_TYPES[claim_type] },
    { heading: 'Marketplace', cell: ({ marketplace_id }) => marketplaceName(marketplace_id) },
    { heading: 'Clock starts', cell: ({ claim_type }) => CLOCK_STARTS[claim_type] },
    { heading: 'From day', align: 'right', cell: ({ opens_after_days }) => opens_after_days },
    { heading: 'To day', align: 'right', cell: ({ closes_after_days }) => closes_after_days },
    buttonColumn({
      heading: 'Actions',
      text: 'Edit',
      nameOf: (window) => `${CLAIM_TYPES[window.claim_type]}, ${marketplaceName(window.marketplace_id)}`,
      onPress: onEdit,
    }),
  ];
}

function WindowDialog({ window, windows, onClose }: { window: ClaimWindow; windows: readonly ClaimWindow[]; onClose: () => void }) {
  // As they were when the dialog opened.
  const [seenWindows] = useState(windows);
  const [marketplace, setMarketplace] = useState(window.marketplace_id);
  const [from, setFrom] = useState(String(window.opens_after_days));
  const [to, setTo] = useState(String(window.closes_after_days));
  const save = useCommand(saveClaimWindow, [listClaimWindows]);
  const submit = () => {
    const wanted = { marketplace_id: marketplace.trim(), claim_type: window.claim_type };
    const was = seenWindows.find((one) => one.marketplace_id === wanted.marketplace_id && one.claim_type === wanted.claim_type);
    const seen = was === undefined ? null : { opens_after_days: was.opens_after_days, closes_after_days: was.closes_after_days };
    const body = { ...wanted, opens_after_days: Number(from), closes_after_days: Number(to), seen };
    save.mutate(
      { body },
      {
        onSuccess: ({ changedCases }) => {
          toast('good', changedCases === 1 ? 'Saved. The deadline of 1 case moved.' : `Saved. The deadlines of ${numberText(changedCases)} cases moved.`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={CLAIM_TYPES[window.claim_type]}
      description="The deadlines of open cases of this kind change at once."
      submitLabel="Save"
      command={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Marketplace"
        required
        hint={`${DEFAULT_MARKETPLACE} is for all others. Another marketplace's id adds a row for it.`}
        maxLength={20}
        value={marketplace}
        onText={setMarketplace}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="From day" type="number" required min={0} max={730} value={from} onText={setFrom} />
        <TextField label="To day" type="number" required min={1} max={730} value={to} onText={setTo} />
      </div>
    </FormDialog>
  );
}
