import { type ApiKey, listApiKeys, revokeApiKey } from '@stowage/contract/identity/api-keys';
import type { Permission } from '@stowage/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { CommandDialog } from '../../../shared/CommandDialog.tsx';
import { ShownSecret } from '../../../shared/ShownSecret.tsx';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Moment } from '../../../ui/format/Moment.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx';
import { permissionLabel } from './permission-choices.ts';

const STATES: StateLooks<ApiKey['state']> = {
  ACTIVE: { label: 'Active', tone: 'good' },
  EXPIRED: { label: 'Expired', tone: 'neutral' },
  REVOKED: { label: 'Revoked', tone: 'neutral' },
  OWNER_INACTIVE: { label: 'Creator deactivated', tone: 'warn' },
};

/** The keys with which other programs call Stowage. */
export function ApiKeysPage() {
  const keys = useQuery(queryFor(listApiKeys, {}));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      Create an API key
    </Button>
  );
  return (
    <Card title="API keys" description="Other programs call Stowage with a key, on behalf of the person who created it." aside={create}>
      <QueryResult
        query={keys}
        rows={3}
        failure="The API keys could not be loaded"
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No API keys yet">Create one for each program, with only the permissions that it needs.</EmptyState>}
      >
        {(rows) => (
          <DataTable
            label="API keys"
            columns={columns(setRevoked)}
            rows={rows}
            keyOf={({ id }) => id}
            isStruck={({ state }) => state === 'REVOKED' || state === 'EXPIRED'}
          />
        )}
      </QueryResult>
      {isCreating && (
        <NewApiKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created !== undefined && (
        <ShownSecret title="Your new API key" name="API key" secret={created} onClose={() => setCreated(undefined)}>
          Send it as a bearer token: <code>Authorization: Bearer stw_…</code>
        </ShownSecret>
      )}
      {revoked !== undefined && (
        <CommandDialog
          endpoint={revokeApiKey}
          input={{ params: { id: revoked.id } }}
          stale={[listApiKeys]}
          title={`Revoke ${revoked.name}?`}
          question="Programs that use this key are refused at once. This can’t be undone."
          confirmLabel="Revoke"
          isDangerous
          done={`${revoked.name} was revoked`}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Card>
  );
}

function columns(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      cell: ({ name, hint }) => (
        <span className="block">
          <span className="block font-medium">{name}</span>
          <span className="block text-muted">stw_…{hint}</span>
        </span>
      ),
    },
    { heading: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
    { heading: 'Permissions', cell: ({ scopes }) => <Permissions scopes={scopes} /> },
    { heading: 'Addresses', cell: ({ allowed_addresses: addresses }) => (addresses.length === 0 ? 'All' : addresses.join(', ')) },
    { heading: 'Created by', cell: ({ created_by }) => created_by },
    { heading: 'Expires', cell: ({ expires_at }) => <Moment text={expires_at} /> },
    {
      heading: 'Last used',
      cell: ({ last_used_at, last_used_address }) =>
        last_used_at === null ? (
          'Never'
        ) : (
          <span className="block">
            <Moment text={last_used_at} />
            <span className="block text-muted">{last_used_address}</span>
          </span>
        ),
    },
    {
      heading: 'Revoke',
      isAction: true,
      cell: (key) =>
        key.state === 'REVOKED' ? (
          <span className="text-muted">by {key.revoked_by}</span>
        ) : (
          <Button size="small" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        ),
    },
  ];
}

const SHOWN = 2;

function Permissions({ scopes }: Pick<ApiKey, 'scopes'>) {
  const labels = scopes.map((scope) => permissionLabel(scope as Permission));
  if (labels.length <= SHOWN) return labels.join(', ');
  return (
    <details>
      <summary className="cursor-pointer">{labels.length} permissions</summary>
      {labels.join(', ')}
    </details>
  );
}
