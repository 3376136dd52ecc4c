import { LABEL_SIZE, type Label } from '@stowage/contract/labels/labels';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { type LabelText, layOut } from './label-layout.ts';

const BLACK = rgb(0, 0, 0);

/** A PDF with a page for each copy of each label. */
export async function labelsPdf(labels: readonly Label[], copies: number): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const fonts = {
    sans: { plain: await pdf.embedFont(StandardFonts.Helvetica), bold: await pdf.embedFont(StandardFonts.HelveticaBold) },
    mono: { plain: await pdf.embedFont(StandardFonts.Courier), bold: await pdf.embedFont(StandardFonts.CourierBold) },
  };
  for (const label of labels) {
    const { bars, texts } = layOut(label);
    for (let copy = 0; copy < copies; copy++) {
      const page = pdf.addPage([LABEL_SIZE.width, LABEL_SIZE.height]);
      for (const { x, y, width, height } of bars) page.drawRectangle({ x, y: LABEL_SIZE.height - y - height, width, height, color: BLACK });
      for (const text of texts) drawText(page, text, fonts[text.font][text.isBold ? 'bold' : 'plain']);
    }
  }
  return new Uint8Array(await pdf.save({ useObjectStreams: false }));
}

function drawText(page: PDFPage, { text, x, y, size, align }: LabelText, font: PDFFont): void {
  const shown = writable(text);
  const width = font.widthOfTextAtSize(shown, size);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  page.drawText(shown, { x: left, y: LABEL_SIZE.height - y, size, font, color: BLACK });
}

/** Replaces characters that the standard fonts don't have; one of them would fail the whole file. */
function writable(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff–—‘’“”•…€]/gu, '?');
}
