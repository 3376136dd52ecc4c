import type { CaseSection, Evidence } from '@stowage/contract/cases/case-detail';
import { isSectionDone } from '@stowage/contract/cases/case-shots';

interface CaseFacts {
  readonly sections: readonly CaseSection[];
  readonly removalOrderId: string | null;
  readonly trackingNumber: string | null;
  readonly fnsku: string | null;
  readonly asin: string | null;
  readonly lpn: string | null;
  readonly expectedAmount: number | null;
}

/** The evidence that Amazon requires, and whether we have it. Source: Amazon's page on removal claims. */
export function evidenceOf({ sections, ...facts }: CaseFacts): Evidence[] {
  const field = (item: string, value: string | number | null): Evidence => ({ item, is_there: value !== null && value !== '', note: null });
  return [
    field('Removal order ID', facts.removalOrderId),
    field('Tracking number', facts.trackingNumber),
    field('FNSKU', facts.fnsku),
    field('ASIN', facts.asin),
    field('LPN', facts.lpn),
    { ...field('Cost of the units', facts.expectedAmount), note: facts.expectedAmount === null ? 'No price list contains this product' : null },
    ...sections
      .filter(({ required }) => required > 0)
      .map((section) => ({
        item: `Photos: ${section.name}`,
        is_there: isSectionDone(section),
        note: section.cannot_take === null ? `${section.taken} of ${section.required}` : `Cannot be taken: ${section.cannot_take}`,
      })),
  ];
}
