import sax from 'sax';
import { DAMAGED, WorkbookError } from './workbook-error.ts';

export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** A parser that is fed piece by piece. Names come without their namespace prefix. */
export function createXmlParser({ open, text, close }: XmlHandler): { readonly write: (piece: string) => void } {
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => open?.(localName(name), attributes as Record<string, string>);
  parser.ontext = (piece) => text?.(piece);
  parser.oncdata = (piece) => text?.(piece);
  parser.onclosetag = (name) => close?.(localName(name));
  parser.onerror = () => {
    throw new WorkbookError(DAMAGED);
  };
  return { write: (piece) => void parser.write(piece) };
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
