import { requestShipmentSales, retrieveShipmentSales } from '@stowage/contract/pricing';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { serverMessage } from './server-message.ts';

/** What the marketplace shipped in the last ninety days: asked for, and taken when it is made. */
export function ShipmentSales() {
  const request = useCommand(requestShipmentSales);
  const retrieve = useCommand(retrieveShipmentSales);
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
    </div>
  );
}
