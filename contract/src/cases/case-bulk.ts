import * as z from 'zod';
import { bulkCommand } from '../bulk/bulk.ts';
import { recordId } from '../formats/ids.ts';
import { caseFilter, caseStatus } from './cases.ts';

const cases = { id: recordId, matching: caseFilter } as const;

export const setCaseStatuses = bulkCommand('set-case-status', {
  summary: 'Set the status of many cases',
  ...cases,
  input: z.object({ status: caseStatus, reason: z.string().trim().max(500).optional() }),
});

export const setCaseOwners = bulkCommand('set-case-owner', {
  summary: 'Give many cases to one person, or to nobody',
  ...cases,
  input: z.object({ owner_id: recordId.nullable() }),
});
