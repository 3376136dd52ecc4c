import { counted } from '@stowage/contract/formats/text/counted';
import { NoAnswerError } from '../../api/problem.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** Why a file was not applied, or that the server's answer is missing. */
export function FailurePanel({ error, rowCount, onRetry }: { error: Error; rowCount: number; onRetry: () => void }) {
  if (error instanceof NoAnswerError) {
    return (
      <Banner tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {error.message}. It is not known whether the file was applied.
          <Button size="small" onClick={onRetry}>
            Check again
          </Button>
        </div>
      </Banner>
    );
  }
  const message = error.message || 'Unknown error occurred';
  return (
    <Banner tone="bad">
      <p className="font-semibold">Upload Failed</p>
      <p className="font-normal">{message}</p>
      <p className="font-normal">{counted(rowCount, 'error')}</p>
    </Banner>
  );
}
