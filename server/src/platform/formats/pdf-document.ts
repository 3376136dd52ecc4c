import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { visualRuns } from '@stowage/contract/formats/text/visual-runs';
import type { Color, PDFDocument, PDFFont, PDFPage } from 'pdf-lib';

export interface PdfPhoto {
  readonly caption: readonly string[];
  /** undefined when its file is missing. */
  readonly jpeg: () => Promise<Uint8Array | undefined>;
}

export interface PdfTable {
  /** Each column's share of the page's width; the shares add up to 1. */
  readonly columns: readonly { readonly heading: string; readonly share: number; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

export interface PdfContent {
  readonly title: string;
  readonly subtitle: string;
  /** Titled lists of names and values, and tables. */
  readonly parts: readonly { readonly title: string; readonly rows: readonly (readonly [name: string, value: string])[]; readonly table?: PdfTable }[];
  readonly photos?: readonly PdfPhoto[];
}

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 48;
const WIDTH = A4.width - 2 * MARGIN;
const NAME_WIDTH = 150;
const TEXT_SIZE = 9.5;
const LINE = 13;
/** Between the columns of a table. */
const CELL_GAP = 8;
const CAPTION_SIZE = 8;
const CAPTION_LINE = 11;
const PHOTO_HEIGHT = 310;
const INK = [0.09, 0.11, 0.15] as const;
const MUTED = [0.33, 0.37, 0.44] as const;

/** Covers Latin, Greek, Cyrillic, Hebrew, Arabic and more; a document embeds only the glyphs that it uses. */
const require = createRequire(import.meta.url);
const PLAIN_FONT = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD_FONT = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** A PDF of facts and captioned photos, to read or to print. */
export function pdfDocument(content: PdfContent): Promise<Uint8Array> {
  return pdfOfMany(content.title, [content]);
}

/** One PDF of several documents, each from the top of a page. */
export async function pdfOfMany(title: string, contents: readonly PdfContent[]): Promise<Uint8Array> {
  // Loaded with the first document: most servers rarely make one, and these modules take fifty megabytes.
  const [{ PDFDocument, rgb }, { default: fontkit }] = await Promise.all([import('pdf-lib'), import('@pdf-lib/fontkit')]);
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  pdf.registerFontkit(fontkit);
  const embed = async (file: string) => pdf.embedFont(await readFile(file), { subset: true });
  const [plain, bold] = [await embed(PLAIN_FONT), await embed(BOLD_FONT)];
  for (const content of contents) await write(new Writer(pdf, plain, bold, { ink: rgb(...INK), muted: rgb(...MUTED) }), content);
  return pdf.save();
}

async function write(writer: Writer, { title, subtitle, parts, photos = [] }: PdfContent): Promise<void> {
  writer.heading(title, 18);
  writer.text(subtitle);
  for (const part of parts) {
    writer.heading(part.title, 12);
    for (const [name, value] of part.rows) writer.row(name, value);
    if (part.table !== undefined) writer.table(part.table);
  }
  for (const photo of photos) await writer.photo(photo);
}

/** Writes from the top of a page to its bottom, and begins the next page when it is full. */
class Writer {
  private readonly pdf: PDFDocument;
  private readonly plain: PDFFont;
  private readonly bold: PDFFont;
  private readonly colors: { readonly ink: Color; readonly muted: Color };
  private readonly letters: ReadonlySet<number>;
  private page: PDFPage;
  private y = A4.height - MARGIN;

  constructor(pdf: PDFDocument, plain: PDFFont, bold: PDFFont, colors: { readonly ink: Color; readonly muted: Color }) {
    this.pdf = pdf;
    this.plain = plain;
    this.bold = bold;
    this.colors = colors;
    this.letters = new Set(plain.getCharacterSet());
    this.page = pdf.addPage([A4.width, A4.height]);
  }

  heading(text: string, size: number): void {
    this.room(size + 2 * LINE);
    this.y -= size + 8;
    this.write(this.printable(text), { x: MARGIN, y: this.y, size, font: this.bold, color: this.colors.ink });
    this.y -= 6;
  }

  text(text: string): void {
    for (const line of wrapped(this.printable(text), this.plain, TEXT_SIZE, WIDTH)) this.line(line, MARGIN);
  }

  row(name: string, value: string): void {
    const lines = wrapped(this.printable(value), this.plain, TEXT_SIZE, WIDTH - NAME_WIDTH);
    this.room(LINE);
    this.write(this.printable(name), { x: MARGIN, y: this.y - LINE, size: TEXT_SIZE, font: this.plain, color: this.colors.muted });
    for (const line of lines) this.line(line, MARGIN + NAME_WIDTH);
  }

  table({ columns, rows }: PdfTable): void {
    const headings = columns.map(({ heading }) => heading);
    this.cells(headings, columns, this.colors.muted);
    for (const row of rows) this.cells(row, columns, this.colors.ink, headings);
  }

  /** Writes a row of a table on one page. @param headings repeated at the top of a new page */
  private cells(texts: readonly string[], columns: PdfTable['columns'], color: Color, headings?: readonly string[]): void {
    const cells = columns.map(({ share }, nth) => wrapped(this.printable(texts[nth] ?? ''), this.plain, TEXT_SIZE, share * WIDTH - CELL_GAP));
    const height = Math.max(...cells.map((lines) => lines.length)) * LINE;
    if (this.room(height + CELL_GAP / 2) && headings !== undefined) this.cells(headings, columns, this.colors.muted);
    let left = MARGIN;
    for (const [nth, { share, isNumber = false }] of columns.entries()) {
      const right = left + share * WIDTH - CELL_GAP;
      for (const [line, text] of (cells[nth] ?? []).entries()) {
        const x = isNumber ? right - this.plain.widthOfTextAtSize(text, TEXT_SIZE) : left;
        this.write(text, { x, y: this.y - (line + 1) * LINE, size: TEXT_SIZE, font: this.plain, color });
      }
      left += share * WIDTH;
    }
    this.y -= height + CELL_GAP / 2;
  }

  async photo({ caption, jpeg }: PdfPhoto): Promise<void> {
    const content = await jpeg();
    const lines = caption.flatMap((line) => wrapped(this.printable(line), this.plain, CAPTION_SIZE, WIDTH));
    if (content === undefined) this.text('The file of this photo is missing.');
    else await this.picture(content, lines.length * CAPTION_LINE);
    for (const line of lines) {
      this.room(CAPTION_LINE);
      this.y -= CAPTION_LINE;
      this.write(line, { x: MARGIN, y: this.y, size: CAPTION_SIZE, font: this.plain, color: this.colors.muted });
    }
    this.y -= 8;
  }

  /** @param below the height that must fit under it on the same page */
  private async picture(content: Uint8Array, below: number): Promise<void> {
    const image = await this.pdf.embedJpg(content);
    const scale = Math.min(WIDTH / image.width, PHOTO_HEIGHT / image.height, 1);
    const [width, height] = [image.width * scale, image.height * scale];
    this.room(height + below + LINE);
    this.y -= height + 8;
    this.page.drawImage(image, { x: MARGIN, y: this.y, width, height });
  }

  /** Shows characters that the font lacks as question marks. */
  private printable(text: string): string {
    return [...text.replace(/\s+/g, ' ')].map((letter) => (this.letters.has(letter.codePointAt(0) ?? 0) ? letter : '?')).join('');
  }

  private write(text: string, { x, ...style }: { x: number; y: number; size: number; font: PDFFont; color: Color }): void {
    let left = x;
    for (const run of visualRuns(text)) {
      this.page.drawText(run, { x: left, ...style });
      left += style.font.widthOfTextAtSize(run, style.size);
    }
  }

  private line(text: string, x: number): void {
    this.room(LINE);
    this.y -= LINE;
    this.write(text, { x, y: this.y, size: TEXT_SIZE, font: this.plain, color: this.colors.ink });
  }

  /** @returns whether a new page begins */
  private room(height: number): boolean {
    if (this.y - height >= MARGIN) return false;
    this.page = this.pdf.addPage([A4.width, A4.height]);
    this.y = A4.height - MARGIN;
    return true;
  }
}

function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
      // Cuts a word that is wider than the column.
      while (!fits(line)) {
        let end = line.length - 1;
        while (end > 1 && !fits(line.slice(0, end))) end -= 1;
        lines.push(line.slice(0, end));
        line = line.slice(end);
      }
    }
  }
  return [...lines, line];
}
