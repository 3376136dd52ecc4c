import { isSectionDone } from '@stowage/contract/cases/case-shots';
import type { CaseSection, Evidence } from '@stowage/contract/cases/cases';

interface Known {
  readonly sections: readonly CaseSection[];
  readonly removalOrderId: string | null;
  readonly trackingNumber: string | null;
  readonly fnsku: string | null;
  readonly asin: string | null;
  readonly lpn: string | null;
  readonly expectedAmount: number | null;
}

/** What the marketplace asks for, and whether we have it. Source: the marketplace's page on removal claims. */
export function evidenceOf({ sections, ...known }: Known): Evidence[] {
  const field = (item: string, value: string | number | null): Evidence => ({ item, is_there: value !== null && value !== '', note: null });
  return [
    field('Removal order ID', known.removalOrderId),
    field('Tracking number', known.trackingNumber),
    field('FNSKU', known.fnsku),
    field('ASIN', known.asin),
    field('LPN', known.lpn),
    { ...field('What the units cost', known.expectedAmount), note: known.expectedAmount === null ? 'No price list names this product' : null },
    ...sections
      .filter(({ required }) => required > 0)
      .map((section) => ({
        item: `Photos: ${section.name}`,
        is_there: isSectionDone(section),
        note: section.cannot_take === null ? `${section.taken} of ${section.required}` : `Cannot be taken: ${section.cannot_take}`,
      })),
  ];
}
