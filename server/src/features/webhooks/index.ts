export { createWebhooks, WEBHOOK_SECRETS } from './webhooks.ts';
