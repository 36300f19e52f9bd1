// The events of webhook endpoints, and the number of failures after which an endpoint is down.

/**
 * Consecutive failures after which an endpoint is down. Deliveries to it are then tried one at a
 * time and less often, until it answers.
 */
export const DOWN_AFTER_FAILURES = 5;

export const WEBHOOK_EVENTS = [
  { type: 'webhook.endpoint.created', object: 'webhook_endpoint', when: 'An endpoint was added.' },
  {
    type: 'webhook.endpoint.updated',
    object: 'webhook_endpoint',
    when: 'A setting of an endpoint changed.',
  },
  {
    type: 'webhook.endpoint.secret_rotated',
    object: 'webhook_endpoint',
    when: 'An endpoint has a new secret. The previous one also signs until it expires.',
  },
  {
    type: 'webhook.endpoint.enabled',
    object: 'webhook_endpoint',
    when: 'Deliveries to an endpoint resumed.',
  },
  {
    type: 'webhook.endpoint.disabled',
    object: 'webhook_endpoint',
    when: 'The developer or the bank stopped deliveries to an endpoint.',
  },
  {
    type: 'webhook.endpoint.deleted',
    object: 'webhook_endpoint',
    when: 'The developer removed an endpoint.',
  },
  {
    type: 'webhook.test',
    object: 'webhook_endpoint',
    when: 'A ping. It is sent to its endpoint only, whatever events the endpoint asks for.',
  },
] as const;
