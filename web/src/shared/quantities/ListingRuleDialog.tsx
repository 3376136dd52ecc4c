import { getListingQuantity, type QuantityRule, saveListingRule } from '@stowage/contract/pricing/quantities';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { fieldProblems } from '../../ui/form/field-problems.ts';

interface ListingRuleDialogProps {
  readonly listingId: number;
  readonly rule: QuantityRule;
  readonly onClose: () => void;
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** A listing's own safety stock and maximum, or that its quantity is not sent. */
export function ListingRuleDialog({ listingId, onClose, ...props }: ListingRuleDialogProps) {
  // The person changes the limits as they were when the dialog opened.
  const [rule] = useState(props.rule);
  const [safety, setSafety] = useState(String(rule.safety_stock ?? ''));
  const [maximum, setMaximum] = useState(String(rule.maximum ?? ''));
  const [isWithheld, setWithheld] = useState(rule.is_withheld);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useCommand(saveListingRule, [getListingQuantity]);
  const submit = () => {
    const body = { safety_stock: numberOf(safety), maximum: numberOf(maximum), is_withheld: isWithheld, version: rule.version };
    const parsed = saveListingRule.body.safeParse(body);
    setErrors(fieldProblems(parsed.error));
    if (parsed.success) save.mutate({ params: { listingId: String(listingId) }, body: parsed.data }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Limits of this listing"
      description="An empty field takes the value of the settings."
      submitLabel="Save limits"
      command={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Safety stock" type="number" min="0" value={safety} error={errors.safety_stock} onText={setSafety} />
      <TextField label="Maximum quantity to offer" type="number" min="0" value={maximum} error={errors.maximum} onText={setMaximum} />
      <label className="flex min-h-7 items-center gap-2">
        <input type="checkbox" checked={isWithheld} onChange={({ target }) => setWithheld(target.checked)} />
        Do not send the quantity of this listing
      </label>
    </FormDialog>
  );
}
