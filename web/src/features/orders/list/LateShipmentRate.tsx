import { dashboardSummary } from '@stowage/contract/dashboard/dashboard';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { dateFormat } from '../../../ui/format/date-time.ts';

const REFRESH_MS = 30_000;

/** The dashboard's late-shipment rate, above the orders that count for it. */
export function LateShipmentRate() {
  const query = queryFor(dashboardSummary, { query: { card: 'late-shipment-rate', timeZone: dateFormat().timeZone } });
  const card = useQuery({ ...query, refetchInterval: REFRESH_MS }).data?.cards[0];
  if (card === undefined || card.value === null) return null;
  return <p role="status" className="px-4 pb-3">{`Late-shipment rate 30 d: ${card.value} % (${card.note})`}</p>;
}
