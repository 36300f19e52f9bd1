// Verifies and reads webhooks of the bank; for servers on Node.

import { verifyWebhook } from '@kontor/verify/webhook';
import type { KontorEvent } from './developer.ts';

export { WebhookVerificationError } from '@kontor/verify/webhook';

type Received = Parameters<typeof verifyWebhook>[0];
type Options = Parameters<typeof verifyWebhook>[2];

/**
 * Checks signature and age of a webhook and returns its event.
 * @param received the headers and the body as they came, before anything parsed the body
 * @param secrets `whsec_…`, or several of them while one is being changed
 * @throws WebhookVerificationError: answer 400 and read nothing of the body
 */
export function eventOf(
  received: Received,
  secrets: string | readonly string[],
  options?: Options,
): KontorEvent {
  return verifyWebhook(received, secrets, options) as KontorEvent;
}
