// The events of webhook endpoints, and when one counts as down.

/**
 * Failures in a row after which an endpoint is down: it is then tried once in a while, by one
 * delivery at a time, until it answers.
 */
export const DOWN_AFTER = 5;

export const WEBHOOK_EVENTS = [
  { type: 'webhook.endpoint.created', object: 'webhook_endpoint', when: 'It was added.' },
  { type: 'webhook.endpoint.updated', object: 'webhook_endpoint', when: 'A setting changed.' },
  {
    type: 'webhook.endpoint.secret_rotated',
    object: 'webhook_endpoint',
    when: 'It has a new secret; the one before it signs too until it runs out.',
  },
  { type: 'webhook.endpoint.enabled', object: 'webhook_endpoint', when: 'It is sent to again.' },
  {
    type: 'webhook.endpoint.disabled',
    object: 'webhook_endpoint',
    when: 'Nothing is sent to it any more: its owner or the bank stopped it.',
  },
  {
    type: 'webhook.endpoint.deleted',
    object: 'webhook_endpoint',
    when: 'The developer removed the endpoint.',
  },
  {
    type: 'webhook.test',
    object: 'webhook_endpoint',
    when: 'A ping: sent to that one endpoint, whatever it listens to.',
  },
] as const;
