import { SaxesParser } from 'saxes';
import { DAMAGED, WorkbookError } from './workbook-error.ts';

export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The parser collects a text until its end, so endless texts must be stopped here. No cell, tag or comment is that long. */
const MAX_PENDING_CHARACTERS = 1_000_000;

/** A parser that is fed piece by piece. Names come without their namespace prefix. */
export function createXmlParser({ open, text, close }: XmlHandler): { readonly write: (piece: string) => void } {
  const parser = new SaxesParser();
  let pending = 0;
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    open?.(localName(name), attributes);
  });
  parser.on('text', (piece) => text?.(piece));
  parser.on('cdata', (piece) => text?.(piece));
  parser.on('closetag', ({ name }) => {
    pending = 0;
    close?.(localName(name));
  });
  parser.on('error', () => {
    throw new WorkbookError(DAMAGED);
  });
  return {
    write(piece) {
      pending += piece.length;
      parser.write(piece);
      if (pending > MAX_PENDING_CHARACTERS) throw new WorkbookError(DAMAGED);
    },
  };
}

/** Parses a whole part. */
export async function parseXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const parser = createXmlParser(handler);
  for await (const piece of pieces) parser.write(piece);
}

/** `x:row` is `row`; some programs write the prefix. */
function localName(name: string): string {
  return name.includes(':') ? name.slice(name.indexOf(':') + 1) : name;
}
