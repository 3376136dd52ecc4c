export { readEmailSettings } from './email-settings.repository.ts';
export { queueMail, requeueMail } from './mail.repository.ts';
export { createMail } from './mail.ts';
export { startMailSender } from './mail-sender.ts';
