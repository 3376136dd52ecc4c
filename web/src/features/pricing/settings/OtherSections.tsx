import { getMarketplaceConnection, type MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { dateFormat, dateTime24 } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

/** Links to the profile, the connection and the date settings, with their current values. */
export function OtherSections() {
  const session = useSession();
  const mayManage = useMay('settings.manage');
  const { locale, timeZone } = dateFormat();
  return (
    <div id="profile-and-language" className="grid scroll-mt-18 gap-4 lg:grid-cols-3">
      <Card title="Profile" aside={<Open to="/profile">Open profile</Open>}>
        <Facts
          className={COLUMNS}
          facts={[
            ['Name', session?.name ?? 'N/A'],
            ['Email address', session?.email ?? 'N/A'],
          ]}
        />
      </Card>
      {mayManage && (
        <Card title="Integrations" aside={<Open to="/admin/settings/integrations">Open integrations</Open>}>
          <Connection />
        </Card>
      )}
      <Card title="Language and dates" aside={<Open to="/profile">Change</Open>}>
        <Facts
          className={COLUMNS}
          facts={[
            ['Language', new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale],
            ['Time zone', timeZone],
            ['Now', dateTime24(new Date())],
          ]}
        />
        <p className="px-4 pb-4 text-[13px] text-muted">Set in your profile, by default the browser's. Reports note where days are in UTC.</p>
      </Card>
    </div>
  );
}

const COLUMNS = 'grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1.5 px-4 pb-4';

const SOURCES = {
  ENVIRONMENT: 'Connected',
  ENTERED: 'Connected',
  SIMULATOR: 'Simulated marketplace',
  NONE: 'Not connected',
} as const satisfies Record<MarketplaceConnection['source'], string>;

function Connection() {
  const connection = useQuery(queryFor(getMarketplaceConnection, {}));
  return (
    <QueryResult query={connection} failure="The connection could not be loaded" rows={2}>
      {(found) => <ConnectionFacts {...found} />}
    </QueryResult>
  );
}

function ConnectionFacts({ source, sellerId, apis }: MarketplaceConnection) {
  const failing = apis.filter(({ lastErrorAt, lastSuccessAt }) => lastErrorAt !== null && (lastSuccessAt ?? '') < lastErrorAt);
  return (
    <Facts
      className={COLUMNS}
      facts={[
        ['Amazon', SOURCES[source]],
        ['Seller id', sellerId ?? 'None'],
        ['APIs', failing.length === 0 ? 'All working' : `${failing.map(({ api }) => api).join(', ')}: the last call failed`],
      ]}
    />
  );
}

function Open({ to, children }: { to: '/profile' | '/admin/settings/integrations'; children: ReactNode }) {
  return (
    <Link to={to} className="text-accent hover:underline">
      {children}
    </Link>
  );
}
