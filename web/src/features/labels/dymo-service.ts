import { DYMO_ORIGINS, LABEL_MESSAGES, type Label } from '@stowage/contract/labels/labels';
import { dymoLabel } from './dymo-label.ts';

/**
 * The service of DYMO's software on the local machine. It has no public documentation; the calls are those of the vendor's
 * own script.
 */
const PATH = '/DYMO/DLS/Printing';
const LOOK_TIMEOUT_MS = 3_000;
const PRINT_TIMEOUT_MS = 20_000;

let known: string | undefined;

/** The names of the printers. @throws Error with a message for the person */
export async function listDymoPrinters(): Promise<string[]> {
  const names = printerNames(await ask('GetPrinters'));
  if (names.length === 0) throw new Error(LABEL_MESSAGES.noPrinters);
  return names;
}

/**
 * Prints labels, one after the other.
 * @param wanted the printer's name; without it, the first listed printer, because many versions of the service report the
 * connection state wrongly
 */
export async function printOnDymo(labels: readonly Label[], copies: number, wanted: string | undefined): Promise<void> {
  // Some versions print only after a request for the list of printers.
  const names = await listDymoPrinters();
  const printerName = wanted ?? names[0] ?? '';
  if (!names.includes(printerName)) throw new Error(`The printer ${printerName} is no longer available. Please choose another one.`);
  const printParamsXml = `<LabelWriterPrintParams><Copies>${copies}</Copies></LabelWriterPrintParams>`;
  for (const label of labels) await ask('PrintLabel', { printerName, printParamsXml, labelXml: dymoLabel(label), labelSetXml: '' });
}

async function ask(call: string, form?: Record<string, string>): Promise<string> {
  known ??= await find();
  const options = { signal: AbortSignal.timeout(PRINT_TIMEOUT_MS), ...(form && { method: 'POST', body: new URLSearchParams(form) }) };
  let answer: Response;
  try {
    answer = await fetch(`${known}${PATH}/${call}`, options);
  } catch {
    // The service may have restarted on another port.
    known = undefined;
    throw new Error(LABEL_MESSAGES.notLoaded);
  }
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim() === '' ? `The label service answered ${answer.status}` : text.trim());
  return text;
}

/** The first address that answers. */
async function find(): Promise<string> {
  const look = async (origin: string) => {
    const answer = await fetch(`${origin}${PATH}/StatusConnected`, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
    if (!/true/i.test(await answer.text())) throw new Error('It is not connected');
    return origin;
  };
  return Promise.any(DYMO_ORIGINS.map(look)).catch(() => {
    throw new Error(LABEL_MESSAGES.notLoaded);
  });
}

/** Parses the response: XML, in some versions as a JSON string. */
function printerNames(answer: string): string[] {
  const xml = answer.trim().startsWith('"') ? (JSON.parse(answer) as string) : answer;
  const printers = new DOMParser().parseFromString(xml, 'text/xml').documentElement.children;
  return [...printers].map((printer) => printer.querySelector('Name')?.textContent?.trim() ?? '').filter((name) => name !== '');
}

/** For tests: searches for the service again. */
export function forgetDymoService(): void {
  known = undefined;
}
