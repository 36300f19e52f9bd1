// Verifies and parses webhooks of the bank, for servers on Node.

import { verifyWebhook } from '@kontor/verify/webhook';
import type { KontorEvent } from './developer.ts';

export { WebhookVerificationError } from '@kontor/verify/webhook';

type ReceivedWebhook = Parameters<typeof verifyWebhook>[0];
type Options = Parameters<typeof verifyWebhook>[2];

/**
 * Verifies signature and age of a webhook and returns its event.
 * @param received the headers and the raw body, before it is parsed
 * @param secrets `whsec_…`, or several during a rotation
 * @throws WebhookVerificationError when the webhook is not valid: answer 400 and ignore the body
 */
export function eventOf(
  received: ReceivedWebhook,
  secrets: string | readonly string[],
  options?: Options,
): KontorEvent {
  return verifyWebhook(received, secrets, options) as KontorEvent;
}
