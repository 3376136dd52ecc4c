import type { Label } from '@stowage/contract/labels/labels';
import { startOf } from '@stowage/contract/storable-text';
import { fileQuietly } from './file-document.ts';
import type { PrintJob } from './print-job.ts';
import { isTestLabel } from './test-label.ts';

/**
 * Files printed labels among the documents, in the background. Test labels are not filed.
 * @param file the printed file; a PDF is created if absent
 */
export async function fileLabels({ labels, copies }: PrintJob, file?: { readonly content: Blob; readonly extension: string }): Promise<void> {
  if (labels.every(isTestLabel)) return;
  try {
    const { content, extension } = file ?? { content: await pdfOf(labels, copies), extension: 'pdf' };
    const productId = productOf(labels);
    const link = productId === undefined ? undefined : ({ link_kind: 'PRODUCT', link_id: String(productId) } as const);
    await fileQuietly(content, { name: `${labelsName(labels, copies)}.${extension}`, type: 'LABEL_PDF', ...link });
  } catch (error) {
    console.warn('The labels were not filed', error);
  }
}

async function pdfOf(labels: readonly Label[], copies: number): Promise<Blob> {
  const { labelsPdf } = await import('./layout/label-pdf.ts');
  return new Blob([await labelsPdf(labels, copies)], { type: 'application/pdf' });
}

/** The product of the labels, if all have the same. */
function productOf(labels: readonly Label[]): number | undefined {
  const products = new Set(labels.map((label) => ('code' in label ? label.productId : undefined)));
  return products.size === 1 ? [...products][0] : undefined;
}

const NAME_LENGTH = 160;

/** `Label X00KETTLEN Electric Kettle, 2 copies`. */
export function labelsName(labels: readonly Label[], copies: number): string {
  const codes = [...new Set(labels.map((label) => ('code' in label ? `${label.code} ${label.title}` : `Case ${label.caseId}`).trim()))];
  const [first = ''] = codes;
  const more = codes.length === 1 ? '' : ` and ${codes.length - 1} more`;
  const count = labels.length * copies;
  return `${count === 1 ? 'Label' : 'Labels'} ${startOf(first.replace(/[/\\]/g, '-'), NAME_LENGTH).trim()}${more}${count === 1 ? '' : `, ${count} printed`}`;
}
