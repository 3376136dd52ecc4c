import * as z from 'zod';
import { bulkCommand } from '../bulk/bulk.ts';
import { recordId } from '../formats/ids.ts';
import { stockFilter } from './stock.ts';

export const sendQuantities = bulkCommand('send-quantities', {
  summary: 'Send the quantities of many listings to Amazon now, also those that Amazon seems to show',
  id: recordId,
  matching: stockFilter,
  input: z.object({}),
});
