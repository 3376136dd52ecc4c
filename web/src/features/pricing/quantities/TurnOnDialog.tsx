import { numberText } from '@stowage/contract/formats/text/number-text';
import { previewQuantities, type QuantityDifference, type QuantityPreview } from '@stowage/contract/pricing/quantities';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

interface TurnOnDialogProps {
  readonly command: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Shows what Amazon gets at once when quantities are turned on. */
export function TurnOnDialog({ onConfirm, ...dialog }: TurnOnDialogProps) {
  const preview = useQuery({ ...queryFor(previewQuantities, {}), staleTime: 0, gcTime: 0 });
  return (
    <FormDialog
      title="Turn quantities on"
      description="Amazon gets these quantities now, and from then on every change of the stock."
      submitLabel="Turn quantities on"
      isReady={preview.data !== undefined}
      onSubmit={onConfirm}
      {...dialog}
    >
      <QueryResult query={preview} failure="The differences could not be loaded" rows={4}>
        {(data) => (
          <>
            <p>{summary(data)}</p>
            {data.examples.length > 0 && (
              <div className="max-h-80 overflow-y-auto">
                <DataTable label="Differences" columns={COLUMNS} rows={data.examples} keyOf={({ listing_id }) => listing_id} />
              </div>
            )}
          </>
        )}
      </QueryResult>
    </FormDialog>
  );
}

function summary({ listings, raised, lowered, to_zero, examples }: QuantityPreview): string {
  if (listings === 0) return 'Amazon shows the right quantity of every listing.';
  const count = (number: number) => numberText(number);
  const some = examples.length < listings ? ` The ${examples.length} largest differences:` : '';
  return `${count(listings)} ${listings === 1 ? 'listing changes' : 'listings change'}: ${count(raised)} up, ${count(lowered)} down, ${count(to_zero)} to 0.${some}`;
}

const COLUMNS: readonly Column<QuantityDifference>[] = [
  { heading: 'SKU', cell: ({ sku }) => sku },
  { heading: 'Item', isTitle: true, cell: ({ title }) => title },
  { heading: 'On Amazon', align: 'right', cell: ({ shown }) => shown ?? 'None' },
  { heading: 'Will be', align: 'right', cell: ({ wanted }) => wanted },
];
