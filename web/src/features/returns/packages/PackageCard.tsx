import { numberText } from '@stowage/contract/formats/text/number-text';
import { arrivePackage, findReturn, listPackages, type ReturnPackage } from '@stowage/contract/returns/packages';
import { PackageOpen } from 'lucide-react';
import { failureMessage } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { When } from '../../../ui/format/When.tsx';
import { PackageStateBadge } from './package-state.tsx';

/** A package's expected and received units, readable from two meters. */
export function PackageCard({ box }: { box: ReturnPackage }) {
  const arrive = useCommand(arrivePackage, [findReturn, listPackages]);
  const markAsArrived = () =>
    arrive.mutate(
      { body: { trackingNumber: box.tracking_number } },
      { onError: (error) => toast('bad', failureMessage(error) ?? 'Not saved: the server does not answer. Please try again.') },
    );
  const numbers = [
    ['Expected', box.expected],
    ['Received', box.received],
    ['Left', box.remaining],
    ['Short', box.short],
    ['Surplus', box.surplus],
  ] as const;
  return (
    <section aria-label={`Package ${box.tracking_number}`} className="grid gap-3 rounded-card bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-bench font-semibold [overflow-wrap:anywhere]">{box.tracking_number}</span>
          <PackageStateBadge state={box.state} />
          <span className="text-muted">
            {box.carrier}, shipped <When text={box.shipped_at} />
          </span>
        </p>
        {box.state === 'EXPECTED' && (
          <Button disabled={arrive.isPending} onClick={markAsArrived}>
            <PackageOpen size={16} aria-hidden /> Mark as arrived
          </Button>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className={`text-2xl font-semibold ${value > 0 && (name === 'Short' || name === 'Surplus') ? 'text-bad' : ''}`}>{numberText(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
