// The events of payments.

export const PAYMENT_EVENTS = [
  { type: 'payment.created', object: 'payment', when: 'A payment was accepted.' },
  {
    type: 'payment.requires_confirmation',
    object: 'payment',
    when: 'The payer has to confirm a payment.',
  },
  {
    type: 'payment.pending_review',
    object: 'payment',
    when: 'A person reviews the risk of a payment.',
  },
  {
    type: 'payment.pending_approval',
    object: 'payment',
    when: 'A second person has to approve a payment.',
  },
  {
    type: 'payment.authorized',
    object: 'payment',
    when: 'The money of a payment is held and waits for the capture.',
  },
  {
    type: 'payment.processing',
    object: 'payment',
    when: 'The money of a payment is held until the payment network takes it.',
  },
  {
    type: 'payment.submitted',
    object: 'payment',
    when: 'The payment network accepted a payment and settles it later.',
  },
  {
    type: 'payment.returned',
    object: 'payment',
    when: 'The payment network returned a payment. The event of its new status is sent before this one.',
  },
  { type: 'payment.completed', object: 'payment', when: 'A payment was booked.' },
  {
    type: 'payment.partially_refunded',
    object: 'payment',
    when: 'Part of a payment was refunded.',
  },
  { type: 'payment.refunded', object: 'payment', when: 'A payment was refunded in full.' },
  { type: 'payment.declined', object: 'payment', when: 'The bank declined a payment.' },
  { type: 'payment.failed', object: 'payment', when: 'A technical fault ended a payment.' },
  {
    type: 'payment.canceled',
    object: 'payment',
    when: 'A payment was canceled before it was booked.',
  },
  { type: 'payment.expired', object: 'payment', when: 'The hold of a payment expired.' },
] as const;
