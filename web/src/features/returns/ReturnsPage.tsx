import { IDENTIFIER_MESSAGES, isLpn, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { TRACKING_DELAY_MS } from '@stowage/contract/returns/packages';
import { RETURN_MESSAGES } from '@stowage/contract/returns/returns';
import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { NoAnswerError } from '../../api/problem.ts';
import { useLocations } from '../../shared/use-locations.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';
import { ScanField, type ScanFieldHandle } from '../../ui/scan/ScanField.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { ProcessedCard } from './ProcessedCard.tsx';
import { CustomerReturnCard } from './packages/CustomerReturnCard.tsx';
import { PackageCard } from './packages/PackageCard.tsx';
import { PackagesCard } from './packages/PackagesCard.tsx';
import { TrackingTable } from './packages/TrackingTable.tsx';
import { useLookup, usePackages } from './packages/use-lookup.ts';
import type { CaseRequest, PrintNow } from './receiving/disposition.ts';
import { LabelStates } from './receiving/LabelStates.tsx';
import { ReceiveDialog } from './receiving/ReceiveDialog.tsx';
import { type LabelQueue, useLabelQueue } from './receiving/use-label-queue.ts';
import type { ReturnsAddress } from './returns-address.ts';
import { useReturnScans } from './use-return-scans.ts';
import { useStationLocation } from './use-station-location.ts';

interface ReturnsPageProps extends AddressProps<ReturnsAddress> {
  /** A link to the page of an order. */
  readonly linkToOrder: (orderId: string) => ReactNode;
  readonly onPrintNow: PrintNow;
  /** Opens the dialog with the choice of printer. */
  readonly onPrint: (labels: Parameters<PrintNow>[0], copies: number) => void;
  /** Renders the creation of a case, with the code for its photos. */
  readonly renderCase: (request: CaseRequest) => ReactNode;
  readonly onSignedOut: () => void;
}

/** Look up a returned package by its tracking number, and decide the disposition of each unit. */
export function ReturnsPage({ address, onAddress, linkToOrder, onPrintNow, onPrint, renderCase, onSignedOut }: ReturnsPageProps) {
  const field = useRef<ScanFieldHandle>(null);
  const packages = usePackages();
  // The list of today's decisions needs no sample package.
  const sample = useSample(address.processed === undefined ? packages.data?.sample : undefined, (text) => address.q === undefined && field.current?.show(text));
  const code = address.q ?? sample;
  const lookup = useLookup(code, onSignedOut);
  const { lines, isMissing, refresh } = lookup;
  const [location, chooseLocation] = useStationLocation();
  const locations = useLocations();

  const rows = lines.data ?? [];
  const line = rows.find((row) => row.removal_shipment === address.line);
  // Labels outlive the dialog of their line.
  const printing = useLabelQueue(onPrintNow);
  const { dialog, show, lookUp } = useReturnScans({ field, code, line, lookup, locations: locations.data, chooseLocation, onAddress });

  return (
    <div className="grid gap-4">
      <Card>
        <div className="grid gap-4 p-4">
          <ScanField
            ref={field}
            label="Scan Tracking Number"
            delayMs={TRACKING_DELAY_MS}
            initial={address.q}
            keepsText
            error={isMissing ? '' : undefined}
            onInput={() => {}}
            onSubmit={lookUp}
          />
          <LookupResult lookup={lookup} code={code ?? ''} linkToOrder={linkToOrder} />
        </div>
      </Card>
      {!isMissing && rows.length > 0 && (
        <Card title="Tracking Data" description="Details of tracked items including item name, SKU, order ID, and quantity.">
          <TrackingTable rows={rows} onReceive={(row) => onAddress({ q: code, line: row.removal_shipment })} />
        </Card>
      )}
      <LabelsOfClosedLines isOpen={line !== undefined} {...{ printing, onPrint }} />
      <Packages packages={packages} address={address} onAddress={onAddress} onOpen={show} />
      {line !== undefined && (
        <ReceiveDialog
          key={line.removal_shipment}
          ref={dialog}
          line={line}
          lpn={lookup.found.data?.customer_returns[0]?.lpn}
          location={location}
          locations={locations.data ?? []}
          locationProblem={locations.problem}
          onLocation={chooseLocation}
          onClose={() => onAddress({ line: undefined })}
          onChanged={refresh}
          returnFocusTo={() => field.current?.element ?? null}
          {...{ printing, onPrint, renderCase }}
        />
      )}
    </div>
  );
}

interface PackagesProps extends Pick<ReturnsPageProps, 'address' | 'onAddress'> {
  readonly packages: ReturnType<typeof usePackages>;
  readonly onOpen: (trackingNumber: string) => void;
}

interface LabelsOfClosedLinesProps extends Pick<ReturnsPageProps, 'onPrint'> {
  readonly isOpen: boolean;
  readonly printing: LabelQueue;
}

/** The labels that wait; an open line shows them itself. */
function LabelsOfClosedLines({ isOpen, printing, onPrint }: LabelsOfClosedLinesProps) {
  if (isOpen) return null;
  const choosePrinter = () => {
    printing.forgetFailure();
    if (printing.last !== undefined) onPrint([printing.last.label], printing.last.copies);
  };
  return <LabelStates printing={printing} onOtherWay={choosePrinter} />;
}

/** The recent packages, or today's decisions. */
function Packages({ packages, address, onAddress, onOpen }: PackagesProps) {
  if (address.processed === 'today') return <ProcessedCard onOpen={onOpen} onAll={() => onAddress({ processed: undefined })} />;
  return <PackagesCard packages={packages} onOpen={onOpen} onProcessed={() => onAddress({ processed: 'today' })} />;
}

interface LookupResultProps {
  readonly lookup: ReturnType<typeof useLookup>;
  readonly code: string;
  readonly linkToOrder: ReturnsPageProps['linkToOrder'];
}

/** The package or customer return of a code, or why there is none. */
function LookupResult({ lookup: { lines, found, problem, isMissing, isLoading, refresh }, code, linkToOrder }: LookupResultProps) {
  return (
    <>
      {isMissing && <ErrorText>{RETURN_MESSAGES.notFound(code)}</ErrorText>}
      {isMissing && !found.isError && isLpn(normalizeCode(code)) && <p className="text-bad">{IDENTIFIER_MESSAGES.lpn}</p>}
      {problem !== null && (
        <p role="status" className="flex flex-wrap items-center gap-3">
          {lines.data !== undefined && lines.data.length > 0 && 'Not up to date: '}
          {problem instanceof NoAnswerError ? 'The server does not answer.' : problem.message}{' '}
          <Button size="small" onClick={refresh}>
            Try again
          </Button>
        </p>
      )}
      <div aria-live="polite" className="grid gap-3">
        {!isMissing && (found.data?.packages ?? []).map((box) => <PackageCard key={box.tracking_number} box={box} />)}
        {(found.data?.customer_returns ?? []).map((unit) => (
          <CustomerReturnCard
            key={`${unit.lpn} ${unit.order_id}`}
            unit={unit}
            hasLines={(lines.data ?? []).length > 0}
            order={unit.is_order_known ? linkToOrder(unit.order_id) : undefined}
          />
        ))}
      </div>
      {isLoading && (
        <p role="status" className="flex items-center gap-2.5 text-muted">
          <LoaderCircle size={20} aria-hidden className="animate-spin" /> Loading...
        </p>
      )}
    </>
  );
}

/** The demo starts with an existing tracking number, which stays while the person works on its package. */
function useSample(sample: string | null | undefined, onSample: (sample: string) => void): string | undefined {
  const [first, setFirst] = useState<string>();
  const show = useEffectEvent(onSample);
  useEffect(() => {
    if (first !== undefined || sample === undefined || sample === null) return;
    setFirst(sample);
    show(sample);
  }, [first, sample]);
  return first;
}
