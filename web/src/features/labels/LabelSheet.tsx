import { LabelFace } from './LabelFace.tsx';
import type { PrintJob } from './print-job.ts';

/** The labels as the browser prints them; nothing of it is seen on the screen. */
export function LabelSheet({ labels, copies }: PrintJob) {
  return (
    <div className="label-sheet" aria-hidden>
      {labels.flatMap((label, index) =>
        Array.from({ length: copies }, (_, copy) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is
          <LabelFace key={`${index} ${copy}`} label={label} />
        )),
      )}
    </div>
  );
}
