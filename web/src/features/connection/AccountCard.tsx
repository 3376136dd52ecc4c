import {
  type AccountSource,
  getMarketplaceConnection,
  type MarketplaceConnection,
  removeMarketplaceCredentials,
  testMarketplaceConnection,
} from '@stowage/contract/connection/marketplace-connection';
import { useRef, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { CredentialsDialog } from './CredentialsDialog.tsx';

const SOURCES = {
  ENVIRONMENT: { label: 'Connected', tone: 'good', text: 'The account is set in the server’s environment and can be changed only there.' },
  ENTERED: { label: 'Connected', tone: 'good', text: 'The account was entered here. Its credentials are stored encrypted and are not shown again.' },
  SIMULATOR: { label: 'Simulator', tone: 'warn', text: 'No account is connected. The demo uses a simulated marketplace, and no data leaves this machine.' },
  NONE: { label: 'Not connected', tone: 'neutral', text: 'No account is connected. Imports and price updates start when you connect one.' },
} as const satisfies Record<AccountSource, { label: string; tone: string; text: string }>;

/** The connected account: test, enter, replace or remove it. */
export function AccountCard({ connection }: { connection: MarketplaceConnection }) {
  const { source, sellerId, marketplaceId, enteredBy, enteredAt, isUnreadable } = connection;
  const [dialog, setDialog] = useState<'credentials' | 'remove'>();
  const test = useCommand(testMarketplaceConnection, [getMarketplaceConnection]);
  const remove = useCommand(removeMarketplaceCredentials, [getMarketplaceConnection]);
  const enter = useRef<HTMLButtonElement>(null);
  const { label, tone, text } = SOURCES[source];
  const close = () => setDialog(undefined);
  const openCredentials = () => {
    // The test result of the previous account does not apply to the new one.
    test.reset();
    setDialog('credentials');
  };
  const facts: readonly Fact[] = [
    ['Seller id', sellerId ?? 'None'],
    ['Marketplace', marketplaceId ?? 'None'],
    ...(enteredAt === null ? [] : [['Entered', `${dateTime24(new Date(enteredAt))}${enteredBy === null ? '' : ` by ${enteredBy}`}`] as const]),
  ];
  return (
    <Card title="Amazon account" description={text} aside={<Badge tone={isUnreadable ? 'bad' : tone}>{isUnreadable ? 'Unreadable' : label}</Badge>}>
      <div className="grid gap-4 px-4 pb-4">
        {isUnreadable && <Banner tone="bad">The credentials were encrypted with another key and can't be read. Enter them again.</Banner>}
        <Facts facts={facts} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2" />
        <div className="flex flex-wrap gap-2">
          <Button look={source === 'NONE' ? 'secondary' : 'primary'} disabled={test.isPending} onClick={() => test.mutate({})}>
            {test.isPending ? 'Testing...' : 'Test the connection'}
          </Button>
          {source !== 'ENVIRONMENT' && (
            <Button look={source === 'NONE' ? 'primary' : 'secondary'} ref={enter} onClick={openCredentials}>
              {source === 'ENTERED' ? 'Replace the credentials' : 'Enter credentials'}
            </Button>
          )}
          {source === 'ENTERED' && (
            <Button look="danger" onClick={() => setDialog('remove')}>
              Remove the account
            </Button>
          )}
        </div>
        {test.data !== undefined && !test.isPending && <Banner tone={test.data.success ? 'good' : 'bad'}>{test.data.message}</Banner>}
        {(test.error ?? remove.error) !== null && <Banner tone="bad">{(test.error ?? remove.error)?.message}</Banner>}
      </div>
      {dialog === 'credentials' && (
        <CredentialsDialog
          marketplaceId={marketplaceId}
          returnFocusTo={() => enter.current}
          onClose={close}
          onSaved={() => {
            close();
            test.mutate({});
          }}
        />
      )}
      <ConfirmDialog
        title="Remove the account?"
        question="The credentials are removed immediately. Imported data stays."
        confirmLabel="Remove"
        isDangerous
        isBusy={remove.isPending}
        open={dialog === 'remove'}
        returnFocusTo={() => enter.current}
        onClose={close}
        onConfirm={() => {
          test.reset();
          remove.mutate({}, { onSettled: close });
        }}
      />
    </Card>
  );
}
