import { counted } from '@stowage/contract/formats/text/counted';
import { NoAnswerError } from '../../api/problem.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Why a file was not applied, or that the server's answer is missing. */
export function FailurePanel({ error, rowCount, onRetry }: { error: Error; rowCount: number; onRetry: () => void }) {
  if (error instanceof NoAnswerError) {
    return (
      <Banner tone="warn" action={{ label: 'Check again', onClick: onRetry }}>
        {error.message}. It is not known whether the file was applied.
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
