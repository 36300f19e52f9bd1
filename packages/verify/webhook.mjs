// @ts-check Verifies for receivers that a webhook comes from this bank (Standard Webhooks 1.0),
//   with Node alone. It shares no code with the bank's signer, so that tests of one against the
//   other find mistakes.
//
//   import { verifyWebhook } from '@kontor/verify/webhook';
//   const event = verifyWebhook({ headers: request.headers, body }, 'whsec_…');

import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Why a webhook is not valid.
 * @typedef {'missing_header' | 'invalid_timestamp' | 'too_old' | 'too_new' | 'no_match' |
 *   'not_json'} VerificationFault
 */

/**
 * @typedef {object} ReceivedWebhook
 * @property {Headers | Readonly<Record<string, string | readonly string[] | undefined>>} headers
 *   `Headers` of the fetch API, or `request.headers` of Node.
 * @property {string | Uint8Array} body The raw body, before it is parsed: the signature covers
 *   every byte.
 */

/**
 * @typedef {object} VerifyOptions
 * @property {number} [toleranceSeconds] Seconds by which the clocks of sender and receiver may
 *   differ; 300 by default.
 * @property {number} [now] Milliseconds since 1970 UTC, for tests.
 */

export class WebhookVerificationError extends Error {
  /**
   * @param {VerificationFault} code
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    /** @readonly */
    this.code = code;
  }
}

const SECRET_PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature and the age of a webhook and returns its parsed body.
 *
 * Compares in constant time and checks every signature of the message, of which there are two
 * during the rotation of a secret. It does not detect repeated messages: store the `webhook-id` of
 * each processed message and ignore messages with a stored id.
 *
 * @param {ReceivedWebhook} webhook headers and raw body of the request
 * @param {string | readonly string[]} secrets `whsec_…` as shown when the endpoint was made, or
 *   several of them
 * @param {VerifyOptions} [options]
 * @returns {unknown} the event, as docs/build/events.md describes it
 * @throws {WebhookVerificationError} with a `code`; answer 400 and ignore the body
 * @see https://www.standardwebhooks.com Standard Webhooks 1.0
 */
export function verifyWebhook(webhook, secrets, options = {}) {
  const id = headerOf(webhook, 'webhook-id');
  const timestamp = headerOf(webhook, 'webhook-timestamp');
  const signatures = headerOf(webhook, 'webhook-signature');
  checkTimestamp(timestamp, options);
  const body = Buffer.from(webhook.body);
  const expected = [secrets].flat().map((secret) => signatureOf(id, timestamp, body, secret));
  const signatureBytes = signatures.split(' ').flatMap((part) => {
    return part.startsWith('v1,') ? [Buffer.from(part.slice(3), 'base64')] : [];
  });
  let matches = 0;
  for (const signature of signatureBytes) {
    for (const other of expected) {
      if (signature.length === other.length && timingSafeEqual(signature, other)) matches += 1;
    }
  }
  if (matches === 0) throw fault('no_match', 'No signature fits the body and the secret.');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw fault('not_json', 'The body is signed, but it is not JSON.', error);
  }
}

/**
 * @param {string} id
 * @param {string} timestamp seconds since 1970 UTC, as sent
 * @param {Buffer} body
 * @param {string} secret
 */
function signatureOf(id, timestamp, body, secret) {
  // An empty key would accept every message that is signed with an empty key.
  if (!secret.startsWith(SECRET_PREFIX) || secret.length <= SECRET_PREFIX.length + 20) {
    throw new TypeError('a webhook secret starts with whsec_');
  }
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

/**
 * @param {ReceivedWebhook} webhook
 * @param {string} name
 */
function headerOf({ headers }, name) {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw fault('missing_header', `The header ${name} is missing or came more than once.`);
}

/**
 * @param {string} text
 * @param {VerifyOptions} options
 */
function checkTimestamp(text, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }) {
  if (!/^[1-9]\d{0,11}$/.test(text)) {
    throw fault('invalid_timestamp', `webhook-timestamp is "${text}", not a number of seconds.`);
  }
  const age = Math.floor(now / 1000) - Number(text);
  if (age > toleranceSeconds) throw fault('too_old', `The message is ${age} seconds old.`);
  if (age < -toleranceSeconds) {
    throw fault('too_new', `The message is dated ${-age} seconds ahead of this clock.`);
  }
}

/**
 * @param {VerificationFault} code
 * @param {string} message
 * @param {unknown} [cause]
 */
function fault(code, message, cause) {
  return new WebhookVerificationError(code, message, { cause });
}
