import { createHash } from 'node:crypto';
import type { CaseDetail, CaseEvent } from '@stowage/contract/cases/case-detail';
import { PHOTO_SECTIONS } from '@stowage/contract/cases/case-shots';
import { CLAIM_TYPES, readCaseFields } from '@stowage/contract/cases/cases';
import { dollars, moneyText } from '@stowage/contract/formats/text/money-text';
import type { Context } from '../../../platform/context.ts';
import { csvLine, UTF8_MARK } from '../../../platform/formats/csv.ts';
import { pdfDocument } from '../../../platform/formats/pdf-document.ts';
import { zipped } from '../../../platform/formats/zip.ts';
import { ignoreMissing } from '../../../platform/http/files/missing-file.ts';
import type { ServedFile } from '../../../platform/http/files/served-file.ts';
import { type PhotoAddresses, type PhotoFiles, resizePicture } from '../../photos/index.ts';
import { requireCase } from '../review/case-change.ts';
import { findCase, listEvents, listPhotos, type PhotoRow } from '../review/case-detail.read-model.ts';
import { type CostSource, findCostSource } from './cost-source.read-model.ts';

export type EvidenceService = ReturnType<typeof createEvidenceService>;

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly files: PhotoFiles;
  readonly addresses: PhotoAddresses;
}

/** The longer edge of a photo in the PDF. The archive has the full photos. */
const PDF_EDGE = 1_280;
const HISTORY_LIMIT = 10_000;

interface Material {
  readonly detail: CaseDetail;
  readonly photos: readonly PhotoRow[];
  readonly history: readonly CaseEvent[];
  readonly cost: CostSource | undefined;
}

export function createEvidenceService({ db, clock, files, addresses }: Dependencies) {
  const gather = async (caseId: number, seesCosts: boolean): Promise<Material> => {
    const detail = requireCase(await findCase(db, caseId, { addresses, now: clock.now(), seesCosts }));
    const history = (await listEvents(db, caseId, { limit: HISTORY_LIMIT, seesCosts })).reverse();
    // The expected amount is the cost of the units.
    if (!seesCosts) detail.claim.expected_amount = null;
    return { detail, photos: await listPhotos(db, caseId), history, cost: seesCosts ? await findCostSource(db, caseId) : undefined };
  };
  return {
    /** The evidence of a case as one document. @param seesCosts otherwise without the unit cost */
    async pdf(caseId: number, seesCosts: boolean): Promise<ServedFile> {
      const material = await gather(caseId, seesCosts);
      return { mediaType: 'application/pdf', name: `case-${caseId}.pdf`, content: singleChunk(() => makePdf(material, files)) };
    },
    /** The evidence with the original photos and their hashes. The archive is streamed. */
    async zip(caseId: number, seesCosts: boolean): Promise<ServedFile> {
      const material = await gather(caseId, seesCosts);
      return { mediaType: 'application/zip', name: `case-${caseId}.zip`, content: makeZip(material, files) };
    },
  };
}

/** How evidence is filed among the documents. */
export const evidenceOf = (caseId: number) => ({ type: 'EVIDENCE_PACK', link: { kind: 'CASE', id: String(caseId), label: `Case ${caseId}` } }) as const;

async function* singleChunk(make: () => Promise<Uint8Array>): AsyncIterable<Uint8Array> {
  yield await make();
}

function makePdf({ detail, photos, history, cost }: Material, files: PhotoFiles): Promise<Uint8Array> {
  const { claim, evidence } = detail;
  const fields = readCaseFields(detail.qr_case_data);
  const or = (value: string | number | null | undefined) => (value === null || value === undefined || value === '' ? 'N/A' : String(value));
  return pdfDocument({
    title: `Case ${detail.qr_case_id}`,
    subtitle: `${detail.status}. ${detail.quantity} unit(s), ${or(detail.disposition)}. Opened ${detail.created_at} UTC.`,
    parts: [
      {
        title: 'Product',
        rows: [
          ['Item name', or(fields.item_name)],
          ['ASIN', or(fields.asin1)],
          ['FNSKU', or(fields.fnsku)],
          ['SKU', or(fields.seller_sku)],
          ['LPN', or(fields.lpn)],
          ['Quantity', or(fields.qty)],
          ['Shipped quantity', or(fields.shipped_quantity)],
          ['Disposition', or(fields.disposition)],
          ['Removal order ID', or(fields.removal_order_id)],
          ['Tracking number', or(fields.searchquery)],
        ],
      },
      {
        title: 'Claim',
        rows: [
          ['Kind', CLAIM_TYPES[claim.type]],
          ['Last day', claim.due_on],
          ['Marketplace case', or(fields.amazon_case_id)],
          ['Expected (at cost)', dollars(claim.expected_amount)],
          ['Unit cost and its source', cost === undefined ? 'N/A' : costText(cost)],
          ['Reimbursement', or(fields.reimbursement_id)],
          ['Problem', or(detail.problem_description)],
        ],
      },
      {
        title: 'Evidence',
        rows: evidence.map(({ item, is_there, note }) => [item, `${is_there ? 'Yes' : 'No'}${note === null ? '' : ` (${note})`}`] as const),
      },
      { title: 'History (UTC)', rows: history.map(({ at, actor, detail: what }) => [at, `${actor}: ${what}`] as const) },
    ],
    photos: photos.map((photo) => ({
      caption: [`${PHOTO_SECTIONS[photo.section]}: ${photo.filename}`, receivedText(photo), `SHA-256 ${photo.sha256}`],
      jpeg: async () => {
        const content = await files.read({ album: { kind: 'case', id: detail.qr_case_id }, filename: photo.filename }).catch(ignoreMissing);
        return content && resizePicture(content, PDF_EDGE);
      },
    })),
  });
}

function costText({ cost, vendor, list, day }: CostSource): string {
  const source = [vendor, list].filter((one) => one !== null).join(', ');
  return `${moneyText(cost)} by the price list${source === '' ? '' : ` (${source})`} of ${day}`;
}

function receivedText({ uploaded_at, taken_at, uploaded_by }: PhotoRow): string {
  return `Received ${uploaded_at.toISOString()} (${uploaded_by})${taken_at === null ? '' : `, taken ${taken_at} by the camera's clock`}`;
}

function makeZip({ detail, photos, history, ...material }: Material, files: PhotoFiles): AsyncIterable<Uint8Array> {
  return zipped(
    async (add) => {
      const manifest: string[] = [];
      const addHashed = async (name: string, content: Uint8Array) => {
        manifest.push(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
        await add(name, content);
      };
      for (const { section, filename, sha256 } of photos) {
        // The remaining evidence is useful without a missing photo.
        const content = await files.read({ album: { kind: 'case', id: detail.qr_case_id }, filename }).catch(ignoreMissing);
        const name = `photos/${section}/${filename}`;
        if (content !== undefined) await addHashed(name, content);
        else manifest.push(`# Missing: ${name}, which was received with SHA-256 ${sha256}\n`);
      }
      const originals = photos.map(({ filename, original_filename, original_sha256, uploaded_at }) => [
        filename,
        original_filename,
        original_sha256,
        uploaded_at.toISOString(),
      ]);
      await addHashed('originals.csv', csvFile(['Photo', 'As sent', 'SHA-256 as sent', 'Received (UTC)'], originals));
      const events = history.map(({ at, actor, detail: what }) => [at, actor, what]);
      await addHashed('history.csv', csvFile(['Time (UTC)', 'Who', 'What'], events));
      await addHashed(`case-${detail.qr_case_id}.pdf`, await makePdf({ detail, photos, history, ...material }, files));
      await add('manifest.sha256', Buffer.from(manifest.join('')));
    },
    { isStored: true },
  );
}

function csvFile(headings: readonly string[], rows: readonly (readonly (string | null)[])[]): Uint8Array {
  return Buffer.from(UTF8_MARK + [headings, ...rows].map(csvLine).join(''));
}
