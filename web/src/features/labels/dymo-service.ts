import { DYMO_ORIGINS, LABEL_MESSAGES, type Label } from '@stowage/contract/labels/labels';
import { dymoLabel } from './dymo-label.ts';

/**
 * The service that DYMO's software runs on the machine beside the browser. There is no public description of it; the calls
 * are those that the vendor's own script makes.
 */
const PATH = '/DYMO/DLS/Printing';
const LOOK_TIMEOUT_MS = 3_000;
const PRINT_TIMEOUT_MS = 20_000;

let known: string | undefined;

/** The names of the printers, as the service lists them. @throws Error with the words for whoever stands before it */
export async function listDymoPrinters(): Promise<string[]> {
  const names = printerNames(await ask('GetPrinters'));
  if (names.length === 0) throw new Error(LABEL_MESSAGES.noPrinters);
  return names;
}

/**
 * Prints labels, so many of each, one after the other.
 * @param wanted the printer's name; without one, the first that is listed: whether it is connected, many versions of the
 * service tell wrongly
 */
export async function printOnDymo(labels: readonly Label[], copies: number, wanted: string | undefined): Promise<void> {
  // Some versions print only after they were asked for their printers.
  const names = await listDymoPrinters();
  const printerName = wanted ?? names[0] ?? '';
  if (!names.includes(printerName)) throw new Error(`The printer ${printerName} is not there any more. Please choose another one.`);
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
    // It may have been started anew, on another port.
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

/** The answer is XML, in some versions as a text in JSON. */
function printerNames(answer: string): string[] {
  const xml = answer.trim().startsWith('"') ? (JSON.parse(answer) as string) : answer;
  const printers = new DOMParser().parseFromString(xml, 'text/xml').documentElement.children;
  return [...printers].map((printer) => printer.querySelector('Name')?.textContent?.trim() ?? '').filter((name) => name !== '');
}

/** For tests: the service is looked for again. */
export function forgetDymoService(): void {
  known = undefined;
}
