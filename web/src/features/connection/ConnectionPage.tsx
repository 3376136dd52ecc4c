import { getMarketplaceConnection, type MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ApiTable } from './ApiTable.tsx';

/** What is written down of the calls is at most some seconds old. */
const REFRESH_EVERY_MS = 5_000;

/** Which marketplace account is connected, how its APIs fare, and where its credentials are entered. */
export function ConnectionPage() {
  const connection = useQuery({ ...queryFor(getMarketplaceConnection, {}), refetchInterval: REFRESH_EVERY_MS });
  if (connection.isPending) return <SkeletonRows count={6} />;
  if (connection.data === undefined)
    return <ErrorState title="The connection could not be loaded" detail={connection.error?.message} onRetry={() => void connection.refetch()} />;
  return <Loaded connection={connection.data} />;
}

function Loaded({ connection }: { connection: MarketplaceConnection }) {
  return (
    <div className="grid gap-4">
      <AccountCard connection={connection} />
      <Card title="APIs" description="How each one fared last, and how often it may be called now. Brought up to date every few seconds.">
        <ApiTable apis={connection.apis} />
      </Card>
    </div>
  );
}
