import { isPermitted, type Permission } from '@stowage/contract/permissions';
import type { ComponentType } from 'react';
import { currentSession, useSession } from '../../../api/session.ts';
import { SelectField } from '../../../ui/form/Field.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { PricingBreakdown } from '../breakdown/PricingBreakdown.tsx';
import { MapCompliance } from '../map-compliance/MapCompliance.tsx';
import { QuantityDrift } from '../quantities/QuantityDrift.tsx';
import type { ReportProps } from './report-address.ts';

interface Report {
  /** As the address names it. */
  readonly type: string;
  readonly label: string;
  readonly permission: Permission;
  readonly Content: ComponentType<ReportProps>;
}

const REPORTS: readonly Report[] = [
  { type: 'competitor-map-compliance', label: 'Competitor MAP Compliance Report', permission: 'prices.read', Content: MapCompliance },
  { type: 'pricing-breakdown', label: 'Lowest Price Per Condition Breakdown', permission: 'prices.read', Content: PricingBreakdown },
  { type: 'quantity-drift', label: 'Amazon Quantities Against Stock', permission: 'listings.read', Content: QuantityDrift },
];

const lastReportKey = () => `stowage.report.${currentSession()?.userId ?? ''}`;

/** A report, at first the one that the person opened last. */
export function ReportsPage({ address, onAddress }: ReportProps) {
  const roles = useSession()?.roles ?? [];
  const reports = REPORTS.filter(({ permission }) => isPermitted(roles, permission));
  const wanted = address.type ?? localStorage.getItem(lastReportKey());
  const report = reports.find(({ type }) => type === wanted);
  const choose = (type: string) => {
    localStorage.setItem(lastReportKey(), type);
    onAddress({ type: type || undefined, page: undefined });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="max-w-md">
        <SelectField
          label="Select Report Type"
          value={report?.type ?? ''}
          options={[{ value: '', label: 'Select a Report' }, ...reports.map(({ type, label }) => ({ value: type, label }))]}
          onText={choose}
        />
      </div>
      {report === undefined ? (
        <EmptyState title="Select a Report">Choose a report type above.</EmptyState>
      ) : (
        <report.Content address={address} onAddress={onAddress} />
      )}
    </div>
  );
}
