import type { OutputOf } from '@stowage/contract/endpoint';
import type { listSuggestions } from '@stowage/contract/index-advisor/index-advisor';
import { Banner } from '../../ui/Banner.tsx';

type Running = NonNullable<OutputOf<typeof listSuggestions>['currentlyRunningIndex']>;

/** The progress of the index that is being created. */
export function CreationBanner({ running: { suggestedIndexName, progress } }: { running: Running }) {
  return (
    <Banner tone="info">
      <div className="grid gap-1.5">
        <span className="break-all">Creating {suggestedIndexName}</span>
        <progress aria-label={`Progress of ${suggestedIndexName}`} value={progress.progressPercent} max={100} className="h-2 w-full accent-accent" />
        <span className="text-[13px] font-normal">
          {progress.progressPercent} % · {progress.currentStatus}
        </span>
      </div>
    </Banner>
  );
}
