import type { SQSClient } from '@aws-sdk/client-sqs';
import '../aws-notices.ts';
import { HIDDEN_SECONDS, type MessageQueue, type QueueAddress, QueueError, type QueueMessage } from './message-queue.ts';

const WAIT_SECONDS = 20;
const MAX_MESSAGES = 10;
const ANSWER_WITHIN_MS = 30_000;
const CONNECT_WITHIN_MS = 5_000;

/** The Simple Queue Service of AWS, or one with its protocol. The SDK is loaded with the first queue, because that takes time and memory. */
export async function openQueue({ url, endpoint, region, keys }: QueueAddress): Promise<MessageQueue> {
  const sdk = await import('@aws-sdk/client-sqs');
  const client = new sdk.SQSClient({
    region,
    endpoint: endpoint ?? new URL(url).origin,
    // The caller repeats, with its own pauses.
    maxAttempts: 1,
    requestHandler: { requestTimeout: ANSWER_WITHIN_MS, connectionTimeout: CONNECT_WITHIN_MS },
    ...(keys !== undefined && { credentials: keys }),
  });
  const entries = (messages: readonly QueueMessage[]) => messages.map(({ receipt }, index) => ({ Id: String(index), ReceiptHandle: receipt }));
  return {
    receive: (signal) => receive(client, sdk, { url, signal }),

    async remove(messages) {
      if (messages.length === 0) return;
      await described(client.send(new sdk.DeleteMessageBatchCommand({ QueueUrl: url, Entries: entries(messages) })));
    },

    async hide(messages, seconds = HIDDEN_SECONDS) {
      if (messages.length === 0) return;
      const Entries = entries(messages).map((entry) => ({ ...entry, VisibilityTimeout: seconds }));
      await described(client.send(new sdk.ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries })));
    },

    async state() {
      const AttributeNames = ['QueueArn' as const, 'ApproximateNumberOfMessages' as const];
      const { Attributes = {} } = await described(client.send(new sdk.GetQueueAttributesCommand({ QueueUrl: url, AttributeNames })));
      return { arn: Attributes.QueueArn ?? '', waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0) };
    },

    close: () => client.destroy(),
  };
}

async function receive(
  client: SQSClient,
  sdk: typeof import('@aws-sdk/client-sqs'),
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<QueueMessage[]> {
  const command = new sdk.ReceiveMessageCommand({
    QueueUrl: url,
    MaxNumberOfMessages: MAX_MESSAGES,
    WaitTimeSeconds: WAIT_SECONDS,
    VisibilityTimeout: HIDDEN_SECONDS,
    MessageSystemAttributeNames: ['ApproximateReceiveCount'],
  });
  const { Messages = [] } = await described(client.send(command, { abortSignal: signal }));
  return Messages.flatMap(({ Body, ReceiptHandle, Attributes }) =>
    Body === undefined || ReceiptHandle === undefined
      ? []
      : [{ body: Body, receipt: ReceiptHandle, receives: Number(Attributes?.ApproximateReceiveCount ?? 1) }],
  );
}

const REASONS: Readonly<Record<string, string>> = {
  AccessDenied: 'AWS refuses access. Allow sqs:ReceiveMessage, DeleteMessage, ChangeMessageVisibility and GetQueueAttributes for these keys.',
  AccessDeniedException: 'AWS refuses access. Allow sqs:ReceiveMessage, DeleteMessage, ChangeMessageVisibility and GetQueueAttributes for these keys.',
  CredentialsProviderError: 'There are no AWS keys. Enter them, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  InvalidClientTokenId: 'AWS does not know the access key. Check it.',
  SignatureDoesNotMatch: 'AWS refuses the secret access key. Check it.',
  QueueDoesNotExist: 'There is no queue at this address. Check the address and the region.',
  UnrecognizedClientException: 'AWS does not know the access key. Check it.',
};

/** @throws QueueError instead of the SDK's errors, whose properties hold the request */
async function described<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    const { name, code } = error as { name?: string; code?: string };
    const kind = name === undefined || name === 'Error' ? (code ?? 'unknown') : name;
    throw new QueueError(REASONS[kind.split('.').at(-1) ?? ''] ?? `The queue does not answer (${kind})`);
  });
}
