import { LABEL_SHEETS, type LabelSheet, type LabelSheetName } from '@stowage/contract/labels/label-sheets';
import { LABEL_SIZE, type Label } from '@stowage/contract/labels/labels';
import { layOut } from './label-layout.ts';

export const POINTS_PER_MM = 72 / 25.4;
/** Printers shift the page by up to two millimetres. */
const SHEET_PADDING_MM = 2;

/** The least width of a narrow bar for which GS1-128 is specified (GS1 General Specifications: an X-dimension of 0.170 mm). Many scanners read no finer one. */
const LEAST_BAR_MM = 0.17;

/** How much a label is scaled on a sheet, so that it fills the sheet's label without its edges. */
export function scaleOn({ width, height }: Pick<LabelSheet, 'width' | 'height'>): number {
  const room = (length: number) => (length - 2 * SHEET_PADDING_MM) * POINTS_PER_MM;
  return Math.min(room(width) / LABEL_SIZE.width, room(height) / LABEL_SIZE.height);
}

/** The labels whose bars are too fine on a sheet, each code once, and the width of the finest bar in millimetres. */
export function fineBars(labels: readonly Label[], name: LabelSheetName): { readonly codes: readonly string[]; readonly finest: number } {
  const scale = scaleOn(LABEL_SHEETS[name]);
  const fine = new Map<string, number>();
  for (const label of labels) {
    if (!('code' in label)) continue;
    const finest = Math.min(...layOut(label).bars.map(({ width }) => width));
    // Hundredths are shown, so they are compared.
    const width = Math.round(((finest * scale) / POINTS_PER_MM) * 100) / 100;
    if (width < LEAST_BAR_MM) fine.set(label.code, width);
  }
  return { codes: [...fine.keys()], finest: Math.min(...fine.values()) };
}
