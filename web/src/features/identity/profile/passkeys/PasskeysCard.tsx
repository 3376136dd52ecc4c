import { getProfile } from '@stowage/contract/identity/account';
import { listPasskeys, type Passkey, removePasskey } from '@stowage/contract/identity/passkeys';
import { getSignInMethods } from '@stowage/contract/identity/sign-in-methods';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../../api/query.ts';
import { CommandDialog } from '../../../../shared/CommandDialog.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { dateTime24 } from '../../../../ui/format/date-time.ts';
import { QueryResult } from '../../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../../ui/table/DataTable.tsx';
import { canUsePasskeys } from '../../passkey.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

export function PasskeysCard() {
  const passkeys = useQuery(queryFor(listPasskeys, {}));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Passkeys"
      description="Sign in with your finger, your face or the PIN of a device. A passkey can’t be guessed, and works on no other site."
      aside={
        <Button disabled={!canUsePasskeys()} onClick={() => setOpen({ kind: 'add' })}>
          Add a passkey
        </Button>
      }
    >
      {!canUsePasskeys() && <UnusableHere />}
      <QueryResult
        query={passkeys}
        rows={1}
        failure="The passkeys could not be loaded"
        empty={<p className="px-4 pb-4 text-muted">No passkeys yet. After you add one, your password also asks for it.</p>}
      >
        {(rows) => <DataTable label="Passkeys" columns={columns(setOpen)} rows={rows} keyOf={({ id }) => id} />}
      </QueryResult>
      {open?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && (
        <CommandDialog
          title={`Remove ${open.passkey.name}`}
          question="It no longer signs you in. Also delete it on the device, which goes on offering it."
          confirmLabel="Remove"
          isDangerous
          endpoint={removePasskey}
          input={{ params: { id: open.passkey.id } }}
          stale={[listPasskeys, getProfile]}
          done="The passkey was removed"
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Why this browser offers none: usually the address. */
function UnusableHere() {
  const methods = useQuery(queryFor(getSignInMethods, {}));
  const origin = methods.data?.passkey_origin;
  return (
    <p role="note" className="px-4 pb-3 text-muted">
      Passkeys don’t work in this browser or at this address.{origin && origin !== window.location.origin ? ` Open ${origin} to add one.` : ''}
    </p>
  );
}

function columns(open: (what: Open) => void): readonly Column<Passkey>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      cell: ({ name, is_synced }) => (
        <span className="flex flex-wrap items-center gap-2">
          {name} {is_synced && <Badge>Synced</Badge>}
        </span>
      ),
    },
    { heading: 'Added', cell: ({ created_at }) => <time dateTime={created_at}>{dateTime24(new Date(created_at))}</time> },
    {
      heading: 'Last used',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <time dateTime={last_used_at}>{dateTime24(new Date(last_used_at))}</time>),
    },
    {
      heading: 'Change',
      isAction: true,
      cell: (passkey) => (
        <span className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Rename ${passkey.name}`} onClick={() => open({ kind: 'rename', passkey })}>
            Rename
          </Button>
          <Button size="small" aria-label={`Remove ${passkey.name}`} onClick={() => open({ kind: 'remove', passkey })}>
            Remove
          </Button>
        </span>
      ),
    },
  ];
}
