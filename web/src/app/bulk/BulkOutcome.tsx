import { BULK_ACTIONS, type BulkAction } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';

const ENDS = { RUNNING: '', DONE: '', STOPPED: 'Stopped: ', FAILED: 'The job failed: ' } as const;

/** How many rows were done, already so and refused, and why; the refused records are grouped by reason. */
export function BulkOutcome({ action }: { action: BulkAction }) {
  const { state, total, done, unchanged, refused, refused_rows } = action;
  const open = total - done - unchanged - refused;
  const counts = [
    `${numberText(done)} done`,
    ...(unchanged > 0 ? [`${numberText(unchanged)} already so`] : []),
    ...(refused > 0 ? [`${numberText(refused)} refused`] : []),
    ...(open > 0 ? [`${numberText(open)} not done`] : []),
  ];
  return (
    <>
      <p role="status" className={refused > 0 || open > 0 ? 'font-medium text-warn' : 'font-medium text-good'}>
        {ENDS[state]}
        {counts.join(', ')}
      </p>
      {refused > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <ul aria-label="Refused" tabIndex={0} className="grid max-h-40 gap-1 overflow-y-auto text-bad [overflow-wrap:anywhere]">
          {grouped(action).map(({ message, records }) => (
            <li key={message}>{`${BULK_ACTIONS[action.kind].noun}${records.length === 1 ? '' : 's'} ${records.join(', ')}: ${message}`}</li>
          ))}
          {refused > refused_rows.length && <li>{`and ${numberText(refused - refused_rows.length)} more`}</li>}
        </ul>
      )}
    </>
  );
}

function grouped({ refused_rows }: BulkAction): { message: string; records: string[] }[] {
  const byMessage = new Map<string, string[]>();
  for (const { record, message } of refused_rows) byMessage.set(message ?? '', [...(byMessage.get(message ?? '') ?? []), record]);
  return [...byMessage].map(([message, records]) => ({ message, records }));
}
