import { AMAZON_PRINCIPAL } from '@stowage/contract/marketplace-events/marketplace-events';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';

/** The access policy that lets Amazon send messages to the queue. */
export function QueuePolicy({ arn }: { arn: string }) {
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'AmazonSendsEvents',
        Effect: 'Allow',
        Principal: { AWS: `arn:aws:iam::${AMAZON_PRINCIPAL}:root` },
        Action: ['sqs:SendMessage', 'sqs:GetQueueAttributes'],
        Resource: arn,
      },
    ],
  };
  return (
    <details>
      <summary className="cursor-pointer">Access policy that the queue needs</summary>
      <CodeBlock label="Access policy" className="mt-2 bg-sunken p-3" text={JSON.stringify(policy, null, 2)} />
    </details>
  );
}
