import {
  debugSync,
  listListingJobs,
  previewLowestPrice,
  previewPercentageOffMap,
  syncLowestPrice,
  syncPercentageOffMap,
} from '@stowage/contract/pricing/listing-jobs';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { serverMessage } from '../settings/server-message.ts';

interface SyncDialogProps {
  readonly onClose: () => void;
  readonly onStarted: (jobId: string) => void;
}

const CHOICES = [
  { value: 'percentage', label: 'Percentage off MAP', hint: 'New 100%, Like New 90%, Very Good 80%, Good 75%, Acceptable 70%.' },
  {
    value: 'lowest',
    label: 'Lowest Price Per Condition',
    hint: 'The lowest of the MAP-based price, the cheapest competing offer minus $1, and the competitive threshold.',
  },
  { value: 'debug', label: 'DEBUG: Test Custom Merchant SKU', hint: 'Shows what a sync would do with one listing, without sending anything.' },
] as const;
type Choice = (typeof CHOICES)[number]['value'];

/** Asks for the pricing method, and starts the sync or its preview. */
export function SyncDialog({ onClose, onStarted }: SyncDialogProps) {
  const [choice, setChoice] = useState<Choice>('percentage');
  const [isPreview, setPreview] = useState(false);
  const [sku, setSku] = useState('');
  const [problem, setProblem] = useState<string>();
  const percentage = useCommand(syncPercentageOffMap, [listListingJobs]);
  const percentagePreview = useCommand(previewPercentageOffMap, [listListingJobs]);
  const lowest = useCommand(syncLowestPrice, [listListingJobs]);
  const lowestPreview = useCommand(previewLowestPrice, [listListingJobs]);
  const debug = useCommand(debugSync);
  const start = choice === 'percentage' ? (isPreview ? percentagePreview : percentage) : isPreview ? lowestPreview : lowest;
  const isBusy = start.isPending || debug.isPending;

  const submit = () => {
    setProblem(undefined);
    if (choice !== 'debug') {
      start.mutate({}, { onSuccess: ({ jobId }) => onStarted(jobId), onError: (error) => setProblem(serverMessage(error, 'Error starting inventory sync')) });
      return;
    }
    const merchantSku = sku.trim();
    if (merchantSku === '') return setProblem('Please enter a merchant SKU for debug mode');
    debug.mutate({ body: { merchantSku } }, { onError: (error) => setProblem(serverMessage(error, 'Error running debug sync')) });
  };

  return (
    <FormDialog
      title="Sync Merchant Fulfilled Inventory"
      description="Choose how to set the prices."
      size={debug.data === undefined ? 'normal' : 'wide'}
      submitLabel={isPreview && choice !== 'debug' ? 'Preview' : 'Sync Inventory'}
      busyLabel="Starting..."
      isBusy={isBusy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">Pricing method</legend>
        {CHOICES.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line p-2.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input type="radio" name="method" className="mt-0.5 size-4.5" checked={choice === value} onChange={() => setChoice(value)} />
            <span className="grid">
              <span className="font-medium">{label}</span>
              <span className="text-[13px] text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {choice === 'debug' ? (
        <CodeField label="Merchant SKU" maxLength={40} value={sku} onText={setSku} />
      ) : (
        <label className="flex min-h-7 items-center gap-2.5">
          <input type="checkbox" className="size-4.5" checked={isPreview} onChange={({ target }) => setPreview(target.checked)} />
          Preview output only (don't submit to Amazon)
        </label>
      )}
      {choice === 'debug' && debug.data !== undefined && (
        <CodeBlock label="Debug output" className="max-h-96 bg-sunken p-3" text={JSON.stringify(debug.data, null, 2)} />
      )}
    </FormDialog>
  );
}
