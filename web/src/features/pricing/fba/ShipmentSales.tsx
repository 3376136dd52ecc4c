import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportShipmentSales, getShipmentSales, requestShipmentSales, retrieveShipmentSales } from '@stowage/contract/pricing/shipment-sales';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateTime24, dayText, localDay } from '../../../ui/format/date-time.ts';
import { serverMessage } from '../settings/server-message.ts';

const TONES = { IN_QUEUE: 'neutral', IN_PROGRESS: 'accent', DONE: 'good', FATAL: 'bad' } as const;
/** The report is reloaded this often while a part is in progress. */
const REFRESH_EVERY_MS = 15_000;

/** The FBA shipment sales of the last ninety days: request, retrieve and export. */
export function ShipmentSales() {
  const request = useCommand(requestShipmentSales, [getShipmentSales]);
  const retrieve = useCommand(retrieveShipmentSales, [getShipmentSales]);
  const newest = (retrieve.submittedAt ?? 0) > (request.submittedAt ?? 0) ? retrieve : request;
  const fallback = newest === retrieve ? 'Error retrieving report' : 'Error requesting report';
  const message = newest.isError ? serverMessage(newest.error, fallback) : newest.data?.message;
  const isBad = newest.isError || newest.data?.success === false;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button disabled={request.isPending} onClick={() => request.mutate({})}>
          {request.isPending ? 'Requesting...' : 'Request Report'}
        </Button>
        <Button disabled={retrieve.isPending} onClick={() => retrieve.mutate({})}>
          {retrieve.isPending ? 'Retrieving...' : 'Retrieve Report'}
        </Button>
      </div>
      {message !== undefined && (
        <p role={isBad ? 'alert' : 'status'} className={isBad ? 'font-medium text-bad' : ''}>
          {message}
        </p>
      )}
      <LatestReport />
    </div>
  );
}

function LatestReport() {
  const report = useQuery({
    ...queryFor(getShipmentSales, {}),
    refetchInterval: ({ state }) => (state.data?.parts.some(({ status }) => status === 'IN_QUEUE' || status === 'IN_PROGRESS') ? REFRESH_EVERY_MS : false),
  });
  if (report.isError) return <p className="text-bad">The last report could not be loaded: {report.error.message}</p>;
  if (report.data === undefined || report.data === null) return null;
  const { requestedAt, requestedBy, parts, rowCount } = report.data;
  return (
    <div className="grid gap-2 text-[13px]">
      <p className="text-muted">
        Requested by {requestedBy}, {dateTime24(new Date(requestedAt))}. {numberText(rowCount)} shipped items stored.
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ from, to, status }) => (
          <li key={from} className="inline-flex items-center gap-1.5">
            {dayText(localDay(new Date(from)))} – {dayText(localDay(new Date(to)))} <Badge tone={TONES[status]}>{status}</Badge>
          </li>
        ))}
      </ul>
      {rowCount > 0 && (
        <div>
          <ExportButton endpoint={exportShipmentSales} input={{}} name={`FBA shipment sales ${requestedAt.slice(0, 10)}.csv`} />
        </div>
      )}
    </div>
  );
}
