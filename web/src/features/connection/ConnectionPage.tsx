import { getMarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ApiTable } from './ApiTable.tsx';

/** The server stores the health of the APIs every few seconds. */
const REFRESH_EVERY_MS = 5_000;

/** The connected marketplace account, its credentials, and the health of its APIs. */
export function ConnectionPage() {
  const connection = useQuery({ ...queryFor(getMarketplaceConnection, {}), refetchInterval: REFRESH_EVERY_MS });
  return (
    <QueryResult query={connection} failure="The connection could not be loaded" rows={6} stale={null}>
      {(data) => (
        <div className="grid gap-4">
          <AccountCard connection={data} />
          <Card title="APIs" description="The last calls and the current rate limits. Updates every few seconds.">
            <ApiTable apis={data.apis} />
          </Card>
        </div>
      )}
    </QueryResult>
  );
}
