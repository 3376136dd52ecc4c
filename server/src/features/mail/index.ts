export { canRetryMail } from './can-retry.condition.ts';
export { createMail } from './mail.ts';
export { queueMail, readEmailSettings, requeueMail } from './mail-queue.service.ts';
export { startMailSender } from './mail-sender.ts';
