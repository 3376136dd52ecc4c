export { readEmailSettings } from './email-settings.repository.ts';
export { queueMail, requeueMail } from './mail.repository.ts';
export { mailRoutes } from './mail.routes.ts';
export { createMailService } from './mail.service.ts';
export { startMailSender } from './mail-sender.ts';
export { purgeMailsTask } from './purge-mails.task.ts';
