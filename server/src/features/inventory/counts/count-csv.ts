import type { CountRow } from '@stowage/contract/inventory/counts';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';

const { head, line } = csvTable({
  ...{ Count: 'id', State: 'state', Locations: 'places', Blind: 'blind', 'Assigned to': 'assigned', Due: 'due_on', 'Started by': 'started_by' },
  ...{ 'Started (UTC)': 'created_at', 'Closed (UTC)': 'closed_at', Lines: 'lines', Counted: 'counted_lines', 'Without a difference': 'equal_lines' },
});

const TABLE = { head, line: (row: CountRow) => line({ ...row, ...textsOf(row) }) };

export const countCsv = (pages: AsyncIterable<readonly CountRow[]>) => csvOf(TABLE, pages);

function textsOf({ locations, assignee, is_blind }: CountRow) {
  return { places: locations.map(({ location }) => location).join(' '), assigned: assignee?.name ?? null, blind: is_blind ? 'yes' : 'no' };
}
