import { IDENTIFIER_MESSAGES, isLpn, normaliseCode } from '@stowage/contract/identifiers';
import { inventoryHistoryTopic, listLocationOptions, SCAN_DELAY_MS } from '@stowage/contract/inventory';
import { auditHistory } from '@stowage/contract/inventory-audit';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTopic } from '../../../api/live.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { ScanField, type ScanFieldHandle } from '../../../ui/ScanField.tsx';
import { playTone } from '../../../ui/sounds.ts';
import { useWedge } from '../../../ui/use-wedge.ts';
import { ResultCard } from '../ResultCard.tsx';
import { ScanList } from '../ScanList.tsx';
import type { Scan } from '../scan-queue.ts';
import { useChosenLocation } from '../use-chosen-location.ts';
import { useScanQueue } from '../use-scan-queue.ts';
import { useThrottled } from '../use-throttled.ts';
import type { AuditAddress } from './audit-address.ts';
import { auditDelivery } from './audit-delivery.ts';
import { type AuditMessage, messageOf } from './audit-message.ts';
import { ScanHistoryCard } from './ScanHistoryCard.tsx';
import { useAuditRound } from './use-audit-round.ts';

interface AuditPageProps {
  readonly address: AuditAddress;
  readonly onAddress: (change: Partial<AuditAddress>) => void;
}

const REFRESH_MS = 250;

/** Count what really is on a shelf, by scanning it. */
export function AuditPage({ address, onAddress }: AuditPageProps) {
  const field = useRef<ScanFieldHandle>(null);
  const typed = useRef<string>(undefined);
  const [message, setMessage] = useState<AuditMessage>();
  const locations = useQuery(queryFor(listLocationOptions, {}));
  const options = locations.data ?? [];
  const place = options.find(({ location }) => location === address.location);
  const chosen = useChosenLocation(address.location);
  const round = useAuditRound();

  const history = useQuery(queryFor(auditHistory, {}));
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void invalidate(auditHistory), REFRESH_MS);
  useTopic(inventoryHistoryTopic, { onMessage: refresh, onReconnect: refresh });

  const { queue, scans } = useScanQueue(auditDelivery, (scan) => settle(scan));

  function settle(scan: Scan) {
    setMessage(messageOf(scan));
    if (scan.state === 'done') {
      playTone('success');
      if (address.page !== undefined) onAddress({ page: undefined });
      refresh();
    } else {
      playTone(scan.state === 'failed' ? 'error' : 'warning');
      if (typed.current !== undefined && normaliseCode(typed.current) === scan.code) field.current?.putBack(typed.current);
    }
  }

  function choose(location: string) {
    setMessage(undefined);
    if (location !== '') playTone('success');
    round.startOver(location);
    chosen.current = location;
    onAddress({ location: location || undefined });
    field.current?.focus();
  }

  function refuse(text: string) {
    playTone('error');
    setMessage({ tone: 'bad', text });
  }

  function submit(text: string, how: 'key' | 'pause' = 'key') {
    const code = normaliseCode(text);
    if (code === '') return;
    typed.current = how === 'pause' ? text : undefined;
    const scannedPlace = options.find(({ location }) => location.toUpperCase() === code.toUpperCase());
    if (scannedPlace !== undefined) return choose(scannedPlace.location);
    const target = options.find(({ location }) => location === chosen.current);
    if (target === undefined) return refuse(IDENTIFIER_MESSAGES.noLocation);
    if (isLpn(code)) return refuse(IDENTIFIER_MESSAGES.lpn);
    queue?.add(code, { ...target, roundId: round.idFor(target.location) });
  }

  useWedge({ onScan: submit, focusField: () => field.current?.focus() });

  return (
    <div className="grid gap-4">
      {locations.isError && <Banner tone="bad">Failed to load location options</Banner>}
      {message !== undefined && <Message message={message} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 p-4">
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
              <ScanField
                ref={field}
                label="UPC, EAN, ASIN, SKU, or FNSKU"
                error={message?.tone === 'bad' ? message.text : undefined}
                delayMs={SCAN_DELAY_MS}
                onInput={() => setMessage((current) => (current?.tone === 'bad' ? undefined : current))}
                onSubmit={submit}
              />
              <SelectField
                label="Location"
                size="bench"
                value={place?.location ?? ''}
                options={[{ value: '', label: 'Select Location' }, ...options.map(({ location }) => ({ value: location, label: location }))]}
                onChange={({ target }) => choose(target.value)}
              />
            </div>
            <div aria-live="polite">
              <ResultCard scan={scans[0]} row={scans[0]?.result} />
            </div>
            {place !== undefined && <StartOver location={place.location} onStartOver={() => choose(place.location)} />}
          </div>
        </Card>
        <Card title="Scans" description="On this device; a location's own code switches the location.">
          <ScanList scans={scans} queue={queue} />
        </Card>
      </div>
      <ScanHistoryCard {...{ history, address, onAddress, onChanged: refresh }} returnFocusTo={() => field.current?.element ?? null} />
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
