import { type CaseRow, readCaseFields } from '@stowage/contract/cases/cases';
import { counted } from '@stowage/contract/formats/text/counted';
import { dollars } from '@stowage/contract/formats/text/money-text';
import type { CaseLabel } from '@stowage/contract/labels/labels';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { useCase } from '../use-case.ts';
import { CaseDetails } from './CaseDetails.tsx';
import { CaseStatusBadge } from './CaseStatusBadge.tsx';
import { useHasDraft } from './case-drafts.tsx';
import { dueText } from './due.ts';

interface CaseCardProps {
  readonly id: number;
  /** undefined when the case is not on this page. */
  readonly row?: CaseRow | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Absent when the case is not on this page. */
  readonly selectCell?: ReactNode;
  readonly onFocus: () => void;
  /** A link to the page of an order. */
  readonly linkToOrder: (orderId: string) => ReactNode;
  readonly onPrintLabel: (label: CaseLabel) => void;
}

/** A case in the list, with its details when it is expanded. */
export function CaseCard({ id, row, isOpen, onToggle, selectCell, onFocus, linkToOrder, onPrintLabel }: CaseCardProps) {
  const region = useId();
  const hasDraft = useHasDraft(id);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex">
        {selectCell !== undefined && <span className="grid place-items-center pl-2">{selectCell}</span>}
        <h3 className="min-w-0 flex-1">
          <button
            data-row-key={id}
            onFocus={onFocus}
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? region : undefined}
            onClick={onToggle}
            className="flex min-h-12 w-full scroll-my-16 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-left hover:bg-sunken"
          >
            <Icon size={17} aria-hidden className="shrink-0 text-muted" />
            {row === undefined ? <span className="font-semibold">Case {id}</span> : <Summary row={row} />}
            {hasDraft && !isOpen && <Badge tone="warn">Not saved</Badge>}
          </button>
        </h3>
      </div>
      {isOpen && (
        <div id={region} className="border-t border-line p-4">
          <Expanded {...{ id, linkToOrder, onPrintLabel }} />
        </div>
      )}
    </li>
  );
}

function Summary({ row }: { row: CaseRow }) {
  const { amazon_case_id, item_name } = readCaseFields(row.qr_case_data);
  const due = row.due_on === null ? undefined : dueText({ opensOn: row.opens_on, dueOn: row.due_on }, new Date());
  const units = counted(row.quantity, 'unit');
  const photos = row.photo_count === 1 ? '1 photo' : `${row.photo_count} photos`;
  return (
    <>
      <span className="font-semibold">
        Case {row.qr_case_id}
        {amazon_case_id && <span className="font-mono text-[13px] font-normal text-muted"> · {amazon_case_id}</span>}
      </span>
      <CaseStatusBadge status={row.status} />
      {due !== undefined && due.tone !== 'neutral' && <Badge tone={due.tone}>{due.text}</Badge>}
      <span className="min-w-0 flex-1 basis-48 truncate">
        {row.disposition ?? 'None'} <span className="text-muted">· {item_name ?? 'Unknown product'}</span>
      </span>
      <span className="text-[13px] text-muted">
        {units} · {photos}
        {row.expected_amount !== null && ` · ${dollars(row.expected_amount)}`} · <When text={row.created_at} />
      </span>
    </>
  );
}

function Expanded({ id, linkToOrder, onPrintLabel }: Pick<CaseCardProps, 'id' | 'linkToOrder' | 'onPrintLabel'>) {
  const query = useCase(id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <QueryResult
        query={query}
        look="banner"
        failure={({ message }) => `Error: Failed to fetch case details (${message})`}
        loading={<p role="status">Loading case...</p>}
      >
        {(detail) => <CaseDetails detail={detail} {...{ linkToOrder, onPrintLabel }} />}
      </QueryResult>
    </div>
  );
}
