import type { CaseDetail, CaseEvent, Evidence } from '@stowage/contract/cases/case-detail';
import { readCaseFields } from '@stowage/contract/cases/cases';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { CaseLabel } from '@stowage/contract/labels/labels';
import { Check, CircleDashed, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/format/CopyButton.tsx';
import { When } from '../../../ui/format/When.tsx';
import { ClaimForm } from './ClaimForm.tsx';
import { EmailSection } from './EmailSection.tsx';
import { MarketplaceForm } from './MarketplaceForm.tsx';
import { PhotoSections } from './PhotoSections.tsx';
import { Proposals } from './Proposals.tsx';
import { StatusSelect } from './StatusSelect.tsx';

interface CaseDetailsProps {
  readonly detail: CaseDetail;
  /** A link to the page of an order. */
  readonly linkToOrder: (orderId: string) => ReactNode;
  readonly onPrintLabel: (label: CaseLabel) => void;
}

/** The details of a case and its forms. */
export function CaseDetails({ detail, linkToOrder, onPrintLabel }: CaseDetailsProps) {
  const { qr_case_id: id, disposition, quantity } = detail;
  const fields = readCaseFields(detail.qr_case_data);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Proposals detail={detail} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <Part title="Case">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
              <Fact name="Quantity">{numberText(quantity)}</Fact>
              <Fact name="Photos">{detail.photo_count}</Fact>
              <Fact name="Created">
                <When text={detail.created_at} />
              </Fact>
              <Fact name="Updated">
                <When text={detail.updated_at} />
              </Fact>
              {detail.customer_order_id !== null && <Fact name="Order">{linkToOrder(detail.customer_order_id)}</Fact>}
              <Fact name="Problem Description">{detail.problem_description ?? 'N/A'}</Fact>
            </dl>
            <Button
              size="small"
              className="justify-self-start"
              onClick={() => onPrintLabel({ caseId: String(id), disposition: disposition ?? 'None', quantity })}
            >
              <Printer size={14} aria-hidden /> Print label
            </Button>
          </Part>
          <StatusSelect detail={detail} />
          <Part title="Product Data">
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
              <Copied name="Item Name" value={fields.item_name} />
              <Copied name="ASIN" value={fields.asin1} />
              <Copied name="FNSKU" value={fields.fnsku} />
              <Copied name="Quantity" value={fields.qty} />
              <Copied name="Count" value={fields.count} />
              <Copied name="Shipped Quantity" value={fields.shipped_quantity} />
              <Copied name="Disposition" value={disposition ?? 'None'} />
              <Copied name="Amazon Disposition" value={fields.disposition} />
              <Copied name="Removal ID" value={fields.order_id} />
              <Copied name="Tracking Number" value={fields.searchquery} />
            </ul>
          </Part>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <MarketplaceForm id={id} fields={fields} />
          <ClaimForm detail={detail} />
        </div>
      </div>
      <Part title="Evidence">
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
          {detail.evidence.map((one) => (
            <EvidenceItem key={one.item} {...one} />
          ))}
        </ul>
      </Part>
      <PhotoSections detail={detail} />
      <EmailSection id={id} fields={fields} />
      <RecordDocuments kind="CASE" id={String(id)} label={`Case ${id}`} without="CASE_PHOTOS" level={4} />
      <Part title="History">
        <ol className="grid gap-1 text-[13px]">
          {detail.history.map((event) => (
            <HistoryLine key={event.id} {...event} />
          ))}
        </ol>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}

function Copied({ name, value }: { name: string; value: string | number | null | undefined }) {
  const text = value === null || value === undefined ? '' : String(value);
  return (
    <li className="flex min-h-8 items-center gap-3">
      <span className="w-24 shrink-0 text-muted sm:w-32">{name}</span>
      <span className="min-w-0 flex-1 break-words">{text === '' ? 'N/A' : text}</span>
      {text !== '' && <CopyButton text={text} label="Copy" name={name} />}
    </li>
  );
}

function EvidenceItem({ item, is_there, note }: Evidence) {
  const Icon = is_there ? Check : CircleDashed;
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${is_there ? 'text-good' : 'text-warn'}`} />
      <span>
        {item}
        <span className="sr-only">: {is_there ? 'present' : 'missing'}</span>
        {note !== null && <span className="text-muted"> · {note}</span>}
      </span>
    </li>
  );
}

function HistoryLine({ at, actor, detail }: CaseEvent) {
  return (
    <li className="grid gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="text-muted">
        <When text={at} />
      </span>
      <span className="break-words">
        {detail} <span className="text-muted">· {actor}</span>
      </span>
    </li>
  );
}
