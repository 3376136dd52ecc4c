import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import type { Label } from '@stowage/contract/labels/labels';
import { type DispositionOption, getDispositions, getItemCode, getProductReturnConditionData } from '@stowage/contract/returns/dispositions';
import type { TrackingRow } from '@stowage/contract/returns/packages';
import { RETURN_MESSAGES } from '@stowage/contract/returns/returns';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { DecisionList } from './DecisionList.tsx';
import { DispositionTable } from './DispositionTable.tsx';
import { type CaseRequest, dispositionName, unitLabel, unitsText } from './disposition.ts';
import { ExtrasForm } from './ExtrasForm.tsx';
import { LabelStates } from './LabelStates.tsx';
import { ListingForm } from './ListingForm.tsx';
import { useDisposition } from './use-disposition.ts';
import type { LabelQueue } from './use-label-queue.ts';
import { useOpenCase } from './use-open-case.ts';
import { useQuantities } from './use-quantities.ts';

export interface ReceiveDialogHandle {
  /** Waits for the decision that is being sent. @returns whether the line can be left without losing it */
  isSaved(): Promise<boolean>;
}

interface ReceiveDialogProps {
  readonly ref: Ref<ReceiveDialogHandle>;
  readonly line: TrackingRow;
  /** The scanned unit's LPN. */
  readonly lpn?: string | undefined;
  /** The location of sellable units; empty if none is chosen. */
  readonly location: string;
  readonly locations: readonly LocationOption[];
  /** Says that there are no locations to choose from because they could not be loaded. */
  readonly locationProblem: string | undefined;
  readonly onLocation: (location: string) => void;
  readonly printing: LabelQueue;
  readonly onPrint: (labels: readonly Label[], copies: number) => void;
  readonly renderCase: (request: CaseRequest) => ReactNode;
  readonly onChanged: () => void;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Decides the disposition of a line's units: a label and a location for each, or a case with photos. */
export function ReceiveDialog(props: ReceiveDialogProps) {
  const { line, lpn, location, locations, locationProblem, onLocation, printing, onPrint, renderCase, onChanged, onClose, returnFocusTo } = props;
  const [isLocationMissing, setLocationMissing] = useState(false);
  const { texts, onText, forget } = useQuantities();
  // The last label of another line is none of this one.
  const [lastBefore] = useState(printing.last);
  const dispositions = useQuery({ ...queryFor(getDispositions, { body: { removalShipment: line.removal_shipment } }), retry: false });
  const condition = useQuery({ ...queryFor(getProductReturnConditionData, { body: { row: line } }), retry: false });
  const remaining = condition.data?.remaining ?? line.remaining;

  const { record, isBusy, problem, setProblem, asked, forgetAsked, unanswered, isSaved, tryAgain } = useDisposition({
    line,
    location,
    onDecided: ({ disposition, quantity, location: place, label }) => {
      playTone('success');
      forget(disposition, quantity);
      toast('good', `${unitsText({ quantity, disposition })}${place === null ? '' : ` to ${place}`}`);
      onChanged();
      printing.print({ label: unitLabel(label), copies: quantity });
    },
  });
  useImperativeHandle(props.ref, () => ({ isSaved }));
  const decide = (wanted: Parameters<typeof record>[0]) => printing.begin(() => record(wanted));
  const printLabel = (disposition: DispositionOption, quantity: number) => {
    const needsLocation = disposition.sku_condition !== null && location === '';
    setLocationMissing(needsLocation);
    if (!needsLocation) decide({ disposition, quantity });
  };
  // Offers the last label, or a sample of the next one.
  const choosePrinter = () => {
    const last = printing.last === lastBefore ? undefined : printing.last;
    // The dialog that opens reports what is wrong with its printer.
    printing.forgetFailure();
    if (last !== undefined) return onPrint([last.label], last.copies);
    const { fnsku, item_code, sku_condition, item_name } = line;
    onPrint([unitLabel({ fnsku, item_code, condition: sku_condition === null ? '' : conditionName(sku_condition), product_name: item_name ?? '' })], 1);
  };
  const cases = useOpenCase({
    onProblem: setProblem,
    onCreated: (caseId, { disposition, quantity }) => {
      forget(disposition, quantity);
      onChanged();
      void Promise.all([dispositions.refetch(), condition.refetch()]);
      const label: Label = { caseId, disposition: dispositionName(disposition.disposition), quantity };
      // Nobody asked for a print: the browser's dialog would cover the code for the photos.
      printing.print({ label, copies: 1 }, () => false);
    },
  });
  const { openCase, onCreated, onRefused } = cases;

  return (
    <Dialog title="Receive Units" description={<LineText line={line} />} size="wide" open onClose={onClose} returnFocusTo={returnFocusTo}>
      <div className="grid gap-4">
        <Heading
          {...{ line, location, locations, locationProblem, onLocation, isLocationMissing, onChanged }}
          condition={condition.data}
          onPrinter={choosePrinter}
        />
        {line.guidance !== null && <Banner tone="warn">{line.guidance}</Banner>}
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {unanswered !== undefined && <Unanswered {...unanswered} isBusy={isBusy} onAgain={() => printing.begin(tryAgain)} />}
        <LabelStates printing={printing} onOtherWay={choosePrinter} />
        {asked !== undefined && (
          <ListingForm key={asked.disposition.id} asked={asked} isBusy={isBusy} onChoose={(listing) => decide({ ...asked, listing })} onCancel={forgetAsked} />
        )}
        {openCase !== undefined &&
          renderCase({ line: openCase.quantity === 1 ? { ...line, lpn } : line, ...openCase, trackingNumber: line.tracking_id, onCreated, onRefused })}
        <section aria-label="Selected Data">
          <h3 className="font-semibold">Selected Data</h3>
          <QueryResult
            query={dispositions}
            failure={() => RETURN_MESSAGES.dispositionsFailed}
            rows={6}
            empty={<EmptyState title="No dispositions available" />}
          >
            {(options) => (
              <DispositionTable
                dispositions={options}
                onPrintLabel={printLabel}
                onCreateCase={cases.create}
                onProblem={setProblem}
                {...{ remaining, isBusy, texts, onText }}
              />
            )}
          </QueryResult>
        </section>
        <QueryResult query={condition} look="banner" failure={() => RETURN_MESSAGES.conditionFailed} loading={null}>
          {({ grades }) => <DecisionList decisions={grades} onUndone={onChanged} />}
        </QueryResult>
      </div>
    </Dialog>
  );
}

interface Units {
  readonly quantity: number;
  readonly disposition: DispositionOption;
}

function Unanswered({ isBusy, onAgain, ...units }: Units & { readonly isBusy: boolean; readonly onAgain: () => void }) {
  return (
    <Banner tone="bad">
      <p>The server gave no clear answer. {unitsText(units)} may or may not be saved.</p>
      <Button size="small" className="mt-2" disabled={isBusy} onClick={onAgain}>
        Try again
      </Button>
    </Banner>
  );
}

/** The line's item, tracking number and item code. */
function LineText({ line }: { line: TrackingRow }) {
  const code = useQuery({ ...queryFor(getItemCode, { query: { asin: line.asin1 ?? '' } }), enabled: line.asin1 !== null, retry: false });
  const itemCode = code.data?.item_code;
  return (
    <>
      <span className="block text-base font-medium text-ink">{line.item_name ?? 'N/A'}</span>
      <span className="font-mono">{line.tracking_id}</span>
      {itemCode && <> · Item code {itemCode}</>}
    </>
  );
}

interface HeadingProps extends Pick<ReceiveDialogProps, 'line' | 'location' | 'locations' | 'locationProblem' | 'onLocation' | 'onChanged'> {
  readonly condition: { readonly remaining: number; readonly extra_quantity: number } | undefined;
  readonly isLocationMissing: boolean;
  readonly onPrinter: () => void;
}

/** The location of sellable units, the remaining quantity, and the printer. */
function Heading({ line, location, locations, locationProblem, onLocation, isLocationMissing, onChanged, condition, onPrinter }: HeadingProps) {
  const { remaining, extra_quantity: extra } = condition ?? line;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div className="min-w-56">
        <SelectField
          label="Location of units for sale"
          value={location}
          hint="Remembered on this station; scanning a location's code chooses it."
          error={locationProblem ?? (isLocationMissing && location === '' ? 'Please select a location' : undefined)}
          options={[{ value: '', label: 'Select a location' }, ...locations.map((option) => ({ value: option.location, label: option.location }))]}
          onText={onLocation}
        />
      </div>
      <div className="grid gap-1.5">
        <p>
          Shipped <strong>{numberText(line.shipped_quantity)}</strong>
          {extra > 0 && (
            <>
              , beyond that <strong className="text-bad">{numberText(extra)}</strong>
            </>
          )}
          , left <strong className="text-2xl">{numberText(remaining)}</strong>
        </p>
        <ExtrasForm removalShipment={line.removal_shipment} extra={extra} onSaved={onChanged} />
      </div>
      <Button onClick={onPrinter}>
        <Printer size={16} aria-hidden /> Labels and printer
      </Button>
    </div>
  );
}
