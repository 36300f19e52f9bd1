// The events of payments.

export const PAYMENT_EVENTS = [
  { type: 'payment.created', object: 'payment', when: 'A payment was accepted.' },
  {
    type: 'payment.requires_confirmation',
    object: 'payment',
    when: 'Its payer has to confirm it.',
  },
  { type: 'payment.pending_review', object: 'payment', when: 'A person looks at its risk.' },
  { type: 'payment.pending_approval', object: 'payment', when: 'A second person has to agree.' },
  {
    type: 'payment.authorized',
    object: 'payment',
    when: 'Its money is held and waits for the capture.',
  },
  {
    type: 'payment.processing',
    object: 'payment',
    when: 'Its money is held and is on its way to its network.',
  },
  {
    type: 'payment.submitted',
    object: 'payment',
    when: 'Its payment network has taken it, and settles it later.',
  },
  {
    type: 'payment.returned',
    object: 'payment',
    when: 'Its payment network sent it back; the event of its new state goes before.',
  },
  { type: 'payment.completed', object: 'payment', when: 'It was booked.' },
  { type: 'payment.partially_refunded', object: 'payment', when: 'Part of it went back.' },
  { type: 'payment.refunded', object: 'payment', when: 'All of it went back.' },
  { type: 'payment.declined', object: 'payment', when: 'The bank said no.' },
  { type: 'payment.failed', object: 'payment', when: 'A technical fault ended it.' },
  { type: 'payment.canceled', object: 'payment', when: 'It was stopped before it was booked.' },
  { type: 'payment.expired', object: 'payment', when: 'Its hold ran out.' },
] as const;
