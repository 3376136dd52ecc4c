import type { Label } from '@stowage/contract/labels/labels';
import { isBarcodeText, isCodeSetA } from '../../shared/scan/barcode.ts';

/** In twips from the upper left corner of the printable area. */
interface Bounds {
  readonly y: number;
  readonly height: number;
  readonly x?: number;
  readonly width?: number;
}

const LEFT = 332;
const WIDTH = 4455;
const HALF = 2200;

/** A label in DYMO's format for paper 30252. Every element has an end tag, because DYMO Connect can't read empty-element tags. */
export function dymoLabel(label: Label): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<DieCutLabel Version="8.0" Units="twips">',
    '<PaperOrientation>Landscape</PaperOrientation><Id>Address</Id><PaperName>30252 Address</PaperName>',
    '<DrawCommands><RoundRectangle X="0" Y="0" Width="1581" Height="5040" Rx="270" Ry="270"></RoundRectangle></DrawCommands>',
    ...objects(label),
    '</DieCutLabel>',
  ].join('');
}

function objects(label: Label): string[] {
  if ('caseId' in label) {
    return [
      textObject('Case', `Case ${label.caseId}`, { y: 120, height: 480 }, { size: 20, isBold: true }),
      textObject('Disposition', label.disposition, { y: 620, height: 380 }, { size: 14 }),
      textObject('Quantity', `Qty: ${label.quantity}`, { y: 1020, height: 420 }, { size: 16, isBold: true }),
    ];
  }
  const { code, itemCode = '', title, detail, isLarge } = label;
  const top = isLarge
    ? []
    : [
        textObject('ItemCode', itemCode, { y: 80, height: 240, width: HALF }, { size: 9, isBold: true, align: 'Left' }),
        textObject('Condition', detail, { y: 80, height: 240, x: LEFT + WIDTH - HALF, width: HALF }, { size: 9, isBold: true, align: 'Right' }),
      ];
  const below = isLarge ? [title, detail].filter((part) => part !== '').join(' · ') : title;
  const barcode = !isBarcodeText(code) ? [] : [barcodeObject(code, { y: 330, height: isLarge ? 820 : 850 })];
  return [...top, ...barcode, textObject('ProductName', below, { y: 1200, height: 290 }, { size: 8 })];
}

interface Style {
  readonly size: number;
  readonly isBold?: boolean;
  readonly align?: 'Left' | 'Center' | 'Right';
}

function textObject(name: string, text: string, bounds: Bounds, { size, isBold = false, align = 'Center' }: Style): string {
  return objectInfo(
    `<TextObject><Name>${name}</Name>${SURROUNDINGS}<HorizontalAlignment>${align}</HorizontalAlignment><VerticalAlignment>Middle</VerticalAlignment>` +
      '<TextFitMode>ShrinkToFit</TextFitMode><UseFullFontHeight>True</UseFullFontHeight><Verticalized>False</Verticalized>' +
      `<StyledText><Element><String>${escaped(text)}</String><Attributes>${font('Font', size, isBold)}${BLACK}</Attributes></Element></StyledText></TextObject>`,
    bounds,
  );
}

function barcodeObject(code: string, bounds: Bounds): string {
  return objectInfo(
    `<BarcodeObject><Name>Barcode</Name>${SURROUNDINGS}<Text>${escaped(code)}</Text><Type>${isCodeSetA(code) ? 'Code128A' : 'Code128Auto'}</Type>` +
      `<Size>Medium</Size><TextPosition>Bottom</TextPosition>${font('TextFont', 9, true)}${font('CheckSumFont', 8, false)}` +
      '<TextEmbedding>None</TextEmbedding><ECLevel>0</ECLevel><HorizontalAlignment>Center</HorizontalAlignment>' +
      '<QuietZonesPadding Left="0" Top="0" Right="0" Bottom="0"></QuietZonesPadding></BarcodeObject>',
    bounds,
  );
}

function objectInfo(object: string, { x = LEFT, y, width = WIDTH, height }: Bounds): string {
  return `<ObjectInfo>${object}<Bounds X="${x}" Y="${y}" Width="${width}" Height="${height}"></Bounds></ObjectInfo>`;
}

const BLACK = '<ForeColor Alpha="255" Red="0" Green="0" Blue="0"></ForeColor>';
const SURROUNDINGS =
  `${BLACK}<BackColor Alpha="0" Red="255" Green="255" Blue="255"></BackColor><LinkedObjectName></LinkedObjectName>` +
  '<Rotation>Rotation0</Rotation><IsMirrored>False</IsMirrored><IsVariable>False</IsVariable>';

function font(element: string, size: number, isBold: boolean): string {
  const bold = isBold ? 'True' : 'False';
  return `<${element} Family="Arial" Size="${size}" Bold="${bold}" Italic="False" Underline="False" Strikeout="False"></${element}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML doesn't allow them
  return text.replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ').replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
