import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** More values than a person reads. */
const NAMED_VALUES = 20;

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a web address',
  uuid: 'must be a UUID',
  date: 'must be a day such as 2026-11-30',
  datetime: 'must be a moment such as 2026-11-30T12:00:00Z',
};

const UNITS: Readonly<Record<string, readonly [one: string, many?: string]>> = { string: ['character'], array: ['entry', 'entries'] };

/** What is wrong with a part of a request, after the name of the part, where its schema has no message of its own. */
export function inputMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : TYPES[issue.expected];
    case 'too_small':
      return boundMessage(issue, Number(issue.minimum), { limit: 'at least', beyond: 'more than' });
    case 'too_big':
      return boundMessage(issue, Number(issue.maximum), { limit: 'at most', beyond: 'less than' });
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'invalid_value':
      return valuesMessage(issue.values.map(String));
    case 'unrecognized_keys':
      return `has ${counted(issue.keys.length, 'unknown field')}: ${issue.keys.slice(0, NAMED_VALUES).join(', ')}`;
    case 'invalid_union':
      return 'has none of the possible forms';
    default:
      return undefined;
  }
}

function boundMessage(
  { code, origin, inclusive }: Issue & { origin: string; inclusive?: boolean },
  bound: number,
  words: { limit: string; beyond: string },
): string {
  const units = UNITS[origin];
  if (units === undefined) return `must be ${inclusive === false ? words.beyond : words.limit} ${numberText(bound)}`;
  if (code === 'too_small' && bound === 1) return 'must not be empty';
  return `must have ${words.limit} ${counted(bound, ...units)}`;
}

function valuesMessage(values: readonly string[]): string {
  if (values.length === 1) return `must be ${values[0]}`;
  const named = values.slice(0, NAMED_VALUES).join(', ');
  return `must be one of ${named}${values.length > NAMED_VALUES ? ' and others' : ''}`;
}
