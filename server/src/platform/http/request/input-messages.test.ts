import { expect, it } from 'vitest';
import * as z from 'zod';
import { inputMessage } from './input-messages.ts';

const schema = z.object({
  name: z.string().min(1).max(5).optional(),
  code: z.string().regex(/^\d+$/).optional(),
  count: z.int().min(1).max(1_000).optional(),
  price: z.number().positive().optional(),
  ids: z.array(z.int()).min(2).max(3).optional(),
  kind: z.enum(['ADD', 'REMOVE']).optional(),
  mail: z.email().optional(),
  own: z.string().min(3, 'Write more').optional(),
  either: z.union([z.int(), z.string()]).optional(),
  part: z.strictObject({ flag: z.boolean() }).optional(),
});

it.each([
  [{ name: '' }, 'must not be empty'],
  [{ name: 'too long' }, 'must have at most 5 characters'],
  [{ name: 1 }, 'must be text'],
  [{ code: 'a' }, 'has the wrong format'],
  [{ count: 0 }, 'must be at least 1'],
  [{ count: 1_001 }, 'must be at most 1,000'],
  [{ count: 1.5 }, 'must be a whole number'],
  [{ count: '1' }, 'must be a number'],
  [{ price: 0 }, 'must be more than 0'],
  [{ ids: [1] }, 'must have at least 2 entries'],
  [{ ids: [1, 2, 3, 4] }, 'must have at most 3 entries'],
  [{ ids: 1 }, 'must be a list'],
  [{ kind: 'MOVE' }, 'must be one of ADD, REMOVE'],
  [{ mail: 'x' }, 'must be an e-mail address'],
  [{ own: 'x' }, 'Write more'],
  [{ either: true }, 'has none of the possible forms'],
  [{ part: {} }, 'is missing'],
  [{ part: { flag: 'yes' } }, 'must be true or false'],
  [{ part: { flag: true, other: 1 } }, 'has 1 unknown field: other'],
  [{ part: null }, 'must be an object'],
  [undefined, 'is missing'],
])('%j: %s', (value, message) => expect(schema.safeParse(value, { error: inputMessage }).error?.issues.map((issue) => issue.message)).toEqual([message]));
