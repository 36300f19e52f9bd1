// For those who receive webhooks: tells whether a message comes from this bank. It needs nothing
// but Node, so a receiver may take this file and sign.ts as they are.

import { timingSafeEqual } from 'node:crypto';
import { SECRET_PREFIX, signatureOf } from './sign.ts';

/** Why a message is not to be trusted. */
export type VerificationFault =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'no_match'
  | 'not_json';

export class WebhookVerificationError extends Error {
  readonly code: VerificationFault;

  constructor(code: VerificationFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedWebhook {
  /** `Headers` of the fetch API, or `request.headers` of Node. */
  readonly headers: Headers | HeaderValues;
  /** The body as it came, before anything parsed it: one changed byte and no signature fits. */
  readonly body: string | Buffer;
}

export interface VerifyOptions {
  /** Seconds by which the clocks of sender and receiver may differ; 300 unless told. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970 UTC, for tests. */
  readonly now?: number;
}

const TOLERANCE_SECONDS = 300;

/**
 * Checks the signature and the age of a webhook and returns its body, parsed.
 *
 * Compares in constant time and looks at every signature of the message, because there are two of
 * them while a secret is being rotated. It does not know which messages were seen before: keep the
 * `webhook-id` of what was handled and drop it when it comes again.
 *
 * @param webhook headers and raw body of the request
 * @param secrets `whsec_…` as shown when the endpoint was made, or several of them
 * @returns the event, as docs/events.md describes it
 * @throws WebhookVerificationError with a `code`; answer 400 and read nothing of the body
 * @see https://www.standardwebhooks.com Standard Webhooks 1.0
 */
export function verifyWebhook(
  webhook: ReceivedWebhook,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): unknown {
  const id = headerOf(webhook, 'webhook-id');
  const timestamp = headerOf(webhook, 'webhook-timestamp');
  const signatures = headerOf(webhook, 'webhook-signature');
  const timestampSeconds = freshTimestamp(timestamp, options);
  const body = webhook.body.toString();
  const wanted = [secrets].flat().map((secret) => {
    return signatureOf({ id, timestampSeconds, body }, checkedSecret(secret));
  });
  const given = signatures.split(' ').flatMap((one) => {
    return one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : [];
  });
  let matches = 0;
  for (const one of given) {
    for (const other of wanted) {
      if (one.length === other.length && timingSafeEqual(one, other)) matches += 1;
    }
  }
  if (matches === 0) throw fault('no_match', 'No signature fits the body and the secret.');
  try {
    return JSON.parse(body);
  } catch (error) {
    throw fault('not_json', 'The body is signed, but it is not JSON.', error);
  }
}

function headerOf({ headers }: ReceivedWebhook, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw fault('missing_header', `The header ${name} is missing or came more than once.`);
}

function freshTimestamp(text: string, options: VerifyOptions): number {
  if (!/^[1-9]\d{0,11}$/.test(text)) {
    throw fault('invalid_timestamp', 'webhook-timestamp is not a number of seconds.');
  }
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = options;
  const age = Math.floor(now / 1000) - Number(text);
  if (age > toleranceSeconds) throw fault('too_old', 'The message is too old.');
  if (age < -toleranceSeconds) throw fault('too_new', 'The message comes from the future.');
  return Number(text);
}

// An empty key would accept whatever anybody signs with an empty key.
function checkedSecret(secret: string): string {
  if (secret.startsWith(SECRET_PREFIX) && secret.length > SECRET_PREFIX.length + 20) return secret;
  throw new TypeError('a webhook secret starts with whsec_');
}

function fault(code: VerificationFault, message: string, cause?: unknown) {
  return new WebhookVerificationError(code, message, { cause });
}
