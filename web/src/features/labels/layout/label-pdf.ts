import { LABEL_SHEETS, type LabelSheet, type LabelSheetName } from '@stowage/contract/labels/label-sheets';
import { LABEL_SIZE, type Label } from '@stowage/contract/labels/labels';
import { PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { PrintJob } from '../print-job.ts';
import { POINTS_PER_MM, scaleOn } from './bars-on-sheet.ts';
import { embedFonts, type WriteText, type WrittenText } from './label-fonts.ts';
import { type LabelLayout, type LabelText, layOut } from './label-layout.ts';

const BLACK = rgb(0, 0, 0);

/** The place of a label on a page, in points from its lower left corner. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** A PDF with a page for each copy of each label. */
export async function labelsPdf(labels: readonly Label[], copies: number): Promise<Uint8Array<ArrayBuffer>> {
  return writePdf({ labels, copies }, (pdf, write, layouts) => {
    for (const layout of layouts) {
      drawLabel(pdf.addPage([LABEL_SIZE.width, LABEL_SIZE.height]), write, layout, { left: 0, top: LABEL_SIZE.height, scale: 1 });
    }
  });
}

/** A PDF of whole label sheets. `first` is the first free label of the first sheet, from 1. */
export async function labelSheetsPdf({ labels, copies, first = 1 }: PrintJob, name: LabelSheetName): Promise<Uint8Array<ArrayBuffer>> {
  const sheet: LabelSheet = LABEL_SHEETS[name];
  const perPage = sheet.columns * sheet.rows;
  return writePdf({ labels, copies }, (pdf, write, layouts) => {
    let page: PDFPage | undefined;
    for (const [nth, layout] of layouts.entries()) {
      const position = (nth + first - 1) % perPage;
      if (page === undefined || position === 0) page = pdf.addPage([sheet.page.width * POINTS_PER_MM, sheet.page.height * POINTS_PER_MM]);
      drawLabel(page, write, layout, placeOn(sheet, position));
    }
  });
}

/** As large as the label on the sheet allows, in its middle. */
function placeOn({ page, columns, rows, step, ...cell }: LabelSheet, position: number): Place {
  const [width, height] = [cell.width * POINTS_PER_MM, cell.height * POINTS_PER_MM];
  const scale = scaleOn(cell);
  const left = ((page.width - (step * (columns - 1) + cell.width)) / 2 + step * (position % columns)) * POINTS_PER_MM;
  const top = (page.height - (page.height - cell.height * rows) / 2 - cell.height * Math.floor(position / columns)) * POINTS_PER_MM;
  return { left: left + (width - LABEL_SIZE.width * scale) / 2, top: top - (height - LABEL_SIZE.height * scale) / 2, scale };
}

type Draw = (pdf: PDFDocument, write: WriteText, layouts: readonly LabelLayout[]) => void;

/** Each label gets its layout once, and drawn as many times as it has copies. */
async function writePdf({ labels, copies }: Pick<PrintJob, 'labels' | 'copies'>, draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const layouts = labels.map(layOut);
  const write = await embedFonts(
    pdf,
    layouts.flatMap(({ texts }) => texts),
  );
  const repeated = layouts.flatMap((layout) => Array.from({ length: copies }, () => layout));
  draw(pdf, write, repeated);
  return new Uint8Array(await pdf.save({ useObjectStreams: false }));
}

function drawLabel(page: PDFPage, write: WriteText, { bars, texts }: LabelLayout, place: Place): void {
  const { left, top, scale } = place;
  for (const { x, y, width, height } of bars) {
    page.drawRectangle({ x: left + x * scale, y: top - (y + height) * scale, width: width * scale, height: height * scale, color: BLACK });
  }
  for (const text of texts) drawText(page, text, write(text), place);
}

function drawText(page: PDFPage, { x, y, size: wanted, align, room }: LabelText, { runs, font }: WrittenText, { left, top, scale }: Place): void {
  const widthAt = (size: number) => runs.reduce((sum, run) => sum + font.widthOfTextAtSize(run, size), 0);
  // A title of wide letters would leave the label.
  const size = wanted * Math.min(1, room / widthAt(wanted));
  const width = widthAt(size);
  let start = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  for (const run of runs) {
    page.drawText(run, { x: left + start * scale, y: top - y * scale, size: size * scale, font, color: BLACK });
    start += font.widthOfTextAtSize(run, size);
  }
}
