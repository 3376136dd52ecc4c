import { startOf } from '../storable-text.ts';

/** What a formula shows when it fails. */
const FORMULA_ERROR = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;

/** A code that a spreadsheet turned into a number: `1.23E+11`. */
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E\+\d+$/i;

const SHOWN_LENGTH = 50;

/** An amount, negative ones included: a spreadsheet reads it as a number, not as a formula. */
const DECIMAL = /^-\d{1,20}\.\d{1,4}$/;

/**
 * Marks a text that a spreadsheet would run as a formula with a leading quote: a title like `=HYPERLINK(…)` is then shown, not run.
 * In countries whose spreadsheets separate by semicolons or tabs, a cell begins behind those too, even inside quotes. A text that already
 * has such a mark gets another one, so that `withoutTextMarks` reads exactly what was written. Source: OWASP, CSV injection.
 */
export function withTextMarks(text: string): string {
  const inside = text.replace(/([;\t]\s*)('*[=+\-@])/g, "$1'$2");
  const isRun = /^(?:\s*[=+\-@]|[\t\r\n]\s*\S)/.test(text) && !DECIMAL.test(text);
  return isRun || /^\s*'+[\s=+\-@\d]/.test(text.trimEnd()) ? `'${inside}` : inside;
}

/** The text without the marks of `withTextMarks`, and without the quote that people put before a code. @param text trimmed */
export function withoutTextMarks(text: string): string {
  if (!text.includes("'")) return text;
  return text.replace(/^'(?='*[\s=+\-@\d])/, '').replace(/([;\t]\s*)'(?='*[=+\-@])/g, '$1');
}

/**
 * What to write for an uploaded cell, so that the written file is read as the uploaded one was: `withTextMarks` would turn a formula without
 * its result into a text. The space lets `formulaProblem` recognize it. @param cell trimmed
 */
export function unreadCell(cell: string): string {
  const text = withoutTextMarks(cell.replace(MARKED_FORMULA, '='));
  return cell.startsWith('=') || MARKED_FORMULA.test(cell) ? ` ${text}` : text;
}

/** A formula without its result in a file that Stowage wrote. A text that begins with `=` has no space after its mark. */
const MARKED_FORMULA = /^'\s+=/;

export function isScientific(text: string): boolean {
  return SCIENTIFIC.test(text);
}

/** Why a cell holds no code: a spreadsheet turned it into a number, and its last digits are lost. undefined for other texts. */
export function scientificProblem(text: string, column: string): string | undefined {
  return isScientific(text) ? `${column} "${text}" was converted to a number by a spreadsheet: format that column as text` : undefined;
}

/** Why a number holds no code: JSON has rounded its last digits. undefined for texts and shorter numbers. */
export function roundedProblem(value: unknown, column: string): string | undefined {
  const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isRounded ? `${column} ${value} has lost its last digits: send it as text` : undefined;
}

/** Why a cell has no value: its formula failed, or was saved without its result. undefined for a usable text. */
export function formulaProblem(text: string): string | undefined {
  if (FORMULA_ERROR.test(text)) return `${text} is the error of a formula: correct it in the spreadsheet`;
  const formula = text.replace(MARKED_FORMULA, '=');
  if (formula.startsWith('=')) return `${startOf(withoutTextMarks(formula), SHOWN_LENGTH)} is a formula without its result: save the file with values`;
  return undefined;
}
