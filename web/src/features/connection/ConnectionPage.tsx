import { getMarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import { getMarketplaceEvents } from '@stowage/contract/marketplace-events/marketplace-events';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ApiTable } from './ApiTable.tsx';
import { isRefused } from './api-uses.ts';
import { EventsCard } from './events/EventsCard.tsx';
import { RolesCard } from './RolesCard.tsx';

/** The server stores the health of the APIs every few seconds. */
const REFRESH_EVERY_MS = 5_000;

/** The connected marketplace account, its credentials, the queue of its events, and the health of its APIs. */
export function ConnectionPage() {
  const connection = useQuery({ ...queryFor(getMarketplaceConnection, {}), refetchInterval: REFRESH_EVERY_MS });
  const events = useQuery({ ...queryFor(getMarketplaceEvents, {}), refetchInterval: REFRESH_EVERY_MS });
  return (
    <QueryResult query={connection} failure="The connection could not be loaded" rows={6} stale={null}>
      {(data) => (
        <div className="grid gap-4">
          <AccountCard connection={data} />
          {data.source !== 'NONE' && <RolesCard roles={data.roles} />}
          <QueryResult query={events} failure="The events could not be loaded" rows={4} stale={null}>
            {(state) => <EventsCard events={state} />}
          </QueryResult>
          <Card title="APIs" description="The last calls and the current rate limits. Updates every few seconds.">
            {data.apis.some(isRefused) && <Refused />}
            <ApiTable apis={data.apis} />
          </Card>
        </div>
      )}
    </QueryResult>
  );
}

function Refused() {
  return (
    <div className="px-4 pb-4">
      <Banner tone="bad">
        Amazon refuses some calls. Give the application the missing role in Seller Central, authorize it again, and enter the new refresh token here.
      </Banner>
    </div>
  );
}
