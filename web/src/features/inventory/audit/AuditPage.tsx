import { auditHistory } from '@stowage/contract/inventory/audit';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { useState } from 'react';
import { useLiveQuery } from '../../../api/live-query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SkeletonRows } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { ScanBench } from '../scan/ScanBench.tsx';
import type { Scan } from '../scan/scan.ts';
import { useScanning } from '../scan/use-scanning.ts';
import { useStartLocation } from '../scan/use-start-location.ts';
import type { AuditAddress } from './audit-address.ts';
import { auditDelivery } from './audit-delivery.ts';
import { type AuditMessage, messageOf } from './audit-message.ts';
import { ScanHistoryCard } from './ScanHistoryCard.tsx';
import { useAuditRound } from './use-audit-round.ts';

const REFRESH_MS = 250;

/** Count the units on a shelf by scanning them. */
export function AuditPage({ address, onAddress }: AddressProps<AuditAddress>) {
  const [message, setMessage] = useState<AuditMessage>();
  const round = useAuditRound();
  const start = useStartLocation('audit');
  const isWaiting = address.location === undefined && start.isWaiting;

  const history = useLiveQuery(auditHistory, {}, { topic: inventoryHistoryTopic, throttleMs: REFRESH_MS });
  const refresh = useThrottled(() => void history.refetch(), REFRESH_MS);

  const scanning = useScanning({
    delivery: auditDelivery,
    location: address.location ?? start.location,
    addressed: address.location,
    isWaiting,
    onLocation: (location) => {
      setMessage(undefined);
      round.startOver(location);
      start.remember(location);
      onAddress({ location: location || undefined });
    },
    withPlace: (place) => {
      start.remember(place.location);
      return { ...place, roundId: round.idFor(place.location) };
    },
    onRefused: (text) => setMessage({ tone: 'bad', text }),
    onSettled: (scan) => settle(scan),
  });
  const { place, choose } = scanning;

  function settle(scan: Scan) {
    setMessage(messageOf(scan));
    if (scan.state !== 'done') return;
    if (address.page !== undefined) onAddress({ page: undefined });
    refresh();
  }

  if (isWaiting) return <SkeletonRows count={6} />;
  return (
    <div className="grid gap-4">
      {scanning.isMissing && <Banner tone="bad">Failed to load location options</Banner>}
      {message !== undefined && <Message message={message} />}
      <ScanBench
        scanning={scanning}
        error={message?.tone === 'bad' ? '' : undefined}
        onInput={() => setMessage((current) => (current?.tone === 'bad' ? undefined : current))}
        rowOf={({ result }) => result}
        noLocation="Select Location"
      >
        {place !== undefined && <StartOver location={place.location} onStartOver={() => choose(place.location)} />}
      </ScanBench>
      <ScanHistoryCard {...{ history, address, onAddress, onChanged: refresh }} returnFocusTo={() => scanning.field.current?.element ?? null} />
    </div>
  );
}

function Message({ message: { tone, text, cause } }: { message: AuditMessage }) {
  return (
    <Banner tone={tone}>
      {text}
      {cause !== undefined && <p className="font-normal">{cause}</p>}
    </Banner>
  );
}

function StartOver({ location, onStartOver }: { location: string; onStartOver: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted">Units that are booked in {location} are confirmed, not added again.</p>
      <Button size="small" onClick={onStartOver}>
        Start over at {location}
      </Button>
    </div>
  );
}
