// Workflows of the module, for the workflow sandbox. Their names are part of histories: never
// rename one.

export { webhookEndpoint } from '../../workflows/webhook-endpoint.ts';
