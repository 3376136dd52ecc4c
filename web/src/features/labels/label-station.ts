import type { LabelSheetName } from '@stowage/contract/labels/label-sheets';
import { LABEL_MESSAGES, PRINT_WAYS, type PrintWay } from '@stowage/contract/labels/labels';
import { saveFile } from '../../api/download.ts';
import { remember } from '../../shared/remember.ts';
import { loadPart } from '../../ui/states/load-part.ts';
import { printOnDymo } from './dymo-service.ts';
import { fileLabels } from './label-document.ts';
import type { PrintJob } from './print-job.ts';
import { reportPrinted } from './report-printed.ts';

export interface LabelStation {
  readonly way: PrintWay;
  /** The label printer's name; the first listed printer if absent. */
  readonly printer?: string | undefined;
  /** For a PDF: the label sheet. Without one, each label is a page of its own. */
  readonly sheet?: LabelSheetName | undefined;
}

const STATION_KEY = 'stowage.label-station';
const LAST_KEY = 'stowage.last-labels';
const DEFAULT: LabelStation = { way: 'BROWSER' };

export function labelStation(): LabelStation {
  const stored = read<LabelStation>(STATION_KEY);
  return stored !== undefined && PRINT_WAYS.includes(stored.way) ? stored : DEFAULT;
}

export function saveLabelStation(station: LabelStation): void {
  localStorage.setItem(STATION_KEY, JSON.stringify(station));
}

/** The last job of this station. */
export function lastPrinted(): PrintJob | undefined {
  return read<PrintJob>(LAST_KEY);
}

export function rememberPrinted(job: PrintJob): void {
  remember(localStorage, LAST_KEY, JSON.stringify(job));
}

/**
 * Prints without the browser's dialog if the station can.
 * @returns the message for the person; undefined if the browser's dialog is needed
 * @throws Error with a message for the person
 */
export async function printDirectly(job: PrintJob, { way, printer, sheet }: LabelStation): Promise<string | undefined> {
  if (way === 'BROWSER') return undefined;
  rememberPrinted(job);
  if (way === 'DYMO') {
    await printOnDymo(job.labels, job.copies, printer);
    reportPrinted(job);
    void fileLabels(job);
    return LABEL_MESSAGES.sent;
  }
  if (way === 'PDF') {
    const { labelSheetsPdf, labelsPdf } = await loadPart(import('./layout/label-pdf.ts'));
    const content = await (sheet === undefined ? labelsPdf(job.labels, job.copies) : labelSheetsPdf(job, sheet));
    const pdf = new Blob([content], { type: 'application/pdf' });
    saveFile(pdf, 'labels.pdf');
    void fileLabels(job, { content: pdf, extension: 'pdf' });
  } else {
    const { labelsZpl } = await loadPart(import('./layout/label-zpl.ts'));
    const zpl = new Blob([labelsZpl(job.labels, job.copies)], { type: 'text/plain' });
    saveFile(zpl, 'labels.zpl');
    void fileLabels(job, { content: zpl, extension: 'zpl' });
  }
  reportPrinted(job);
  return 'The labels were saved as a file';
}

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}
