import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type CreditEvidence, creditEvidence, creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { DamagePhotos } from '../../../shared/photos/DamagePhotos.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

/** The evidence of a credit: the receiving log of its line, and photos of damaged units. */
export function EvidenceDialog({ creditId, onClose }: { creditId: number; onClose: () => void }) {
  const evidence = useQuery(queryFor(creditEvidence, { params: { id: creditId } }));
  const { data } = evidence;
  return (
    <Dialog
      title={`Evidence of credit ${creditId}`}
      description={data && [`${poName(data.po_number)}`, data.supplier_sku, data.product_name].filter((part) => part !== null).join(', ')}
      size="wide"
      open
      onClose={onClose}
    >
      <QueryResult query={evidence} failure="The evidence could not be loaded" rows={4}>
        {(loaded) => <Evidence evidence={loaded} />}
      </QueryResult>
    </Dialog>
  );
}

function Evidence({ evidence: { line_id, supplier_sku, note, receiving } }: { evidence: CreditEvidence }) {
  const invalidate = useInvalidate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {note !== null && <p className="break-words">{note}</p>}
      {line_id === null ? (
        <p className="text-muted">This credit belongs to no line of the order.</p>
      ) : (
        <>
          <section aria-label="Receiving log" className="grid gap-2">
            <h3 className="font-semibold">Receiving log</h3>
            {receiving.length === 0 && <p className="text-muted">The line was on no packing list.</p>}
            <ul className="grid gap-2">
              {receiving.map((entry) => (
                <Received key={entry.label} entry={entry} />
              ))}
            </ul>
          </section>
          <section aria-label="Photos" className="grid gap-2">
            <h3 className="font-semibold">Photos</h3>
            <DamagePhotos lineId={line_id} name={supplier_sku ?? `line ${line_id}`} onChanged={() => void invalidate(creditPage)} />
          </section>
        </>
      )}
    </div>
  );
}

function Received({ entry }: { entry: CreditEvidence['receiving'][number] }) {
  const { label, shipment_id, tracking_number, quantity, received, damaged, notes, scans, first_at, last_at } = entry;
  return (
    <li className="rounded-card border border-line bg-surface p-3 break-words">
      <p className="font-medium">
        {label}, shipment {shipment_id}
        {tracking_number !== null && `, tracking ${tracking_number}`}
      </p>
      <p>
        {numberText(quantity)} listed, {numberText(received)} received, {numberText(damaged)} damaged
      </p>
      <p className="text-muted">
        {first_at === null ? (
          'Never scanned'
        ) : (
          <>
            {counted(scans, 'scan')}, <When text={first_at} /> to <When text={last_at ?? first_at} />
          </>
        )}
      </p>
      {notes !== null && <p>{notes}</p>}
    </li>
  );
}
