import { visualRuns } from '@stowage/contract/formats/text/visual-runs';
import plainFile from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf?url';
import boldFile from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf?url';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import type { LabelText } from './label-layout.ts';

/** A text as a font can write it. */
export interface WrittenText {
  /** Parts to write one after the other. */
  readonly runs: readonly string[];
  readonly font: PDFFont;
}

export type WriteText = (text: LabelText) => WrittenText;

type Weights = readonly [plain: PDFFont, bold: PDFFont];

/** What the fonts of every PDF reader lack. */
const OTHERS = /[^\x20-\x7e\xa0-\xff–—‘’“”•…€]/gu;

/**
 * The fonts of every PDF reader know Western European letters only. Texts with others, such as Polish, Turkish, Greek or Arabic, embed what
 * they use of a font that is loaded for them.
 * @param texts all texts of the document
 */
export async function embedFonts(pdf: PDFDocument, texts: readonly LabelText[]): Promise<WriteText> {
  const standard = {
    sans: [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)],
    mono: [await pdf.embedFont(StandardFonts.Courier), await pdf.embedFont(StandardFonts.CourierBold)],
  } satisfies Record<LabelText['font'], Weights>;
  const needsMore = texts.some(({ text }) => !isWestern(composed(text)));
  const more = needsMore ? await embedMore(pdf) : undefined;
  return ({ text, font, isBold }) => {
    const shown = composed(text);
    const nth = isBold ? 1 : 0;
    if (more === undefined || isWestern(shown)) return { runs: [shown.replace(OTHERS, '?')], font: standard[font][nth] };
    const known = [...shown].map((letter) => (more.letters.has(letter.codePointAt(0) ?? 0) ? letter : '?')).join('');
    return { runs: visualRuns(known), font: more.weights[nth] };
  };
}

const isWestern = (text: string) => text.search(OTHERS) < 0;

/** The fonts have `é`, but some no accent to put on an `e`. */
const composed = (text: string) => text.normalize('NFC');

/** @returns undefined when the fonts can't be loaded: a label with question marks is better than none */
async function embedMore(pdf: PDFDocument): Promise<{ readonly weights: Weights; readonly letters: ReadonlySet<number> } | undefined> {
  try {
    const [{ default: fontkit }, plain, bold] = await Promise.all([import('@pdf-lib/fontkit'), load(plainFile), load(boldFile)]);
    pdf.registerFontkit(fontkit);
    const weights: Weights = [await pdf.embedFont(plain, { subset: true }), await pdf.embedFont(bold, { subset: true })];
    return { weights, letters: new Set(weights[1].getCharacterSet()) };
  } catch (error) {
    console.warn('The fonts of the label were not loaded', error);
    return undefined;
  }
}

async function load(file: string): Promise<ArrayBuffer> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.arrayBuffer();
}
