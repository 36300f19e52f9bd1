// The events of customers.

export const CUSTOMER_EVENTS = [
  { type: 'customer.created', object: 'customer', when: 'A customer was created.' },
  { type: 'customer.updated', object: 'customer', when: 'Fields of a customer changed.' },
  {
    type: 'customer.kyc.pending',
    object: 'customer',
    when: 'The identity of a customer is being checked.',
  },
  {
    type: 'customer.kyc.awaiting_documents',
    object: 'customer',
    when: 'The verification of a customer needs documents.',
  },
  {
    type: 'customer.kyc.manual_review',
    object: 'customer',
    when: 'A person reviews the identity of a customer.',
  },
  {
    type: 'customer.kyc.verified',
    object: 'customer',
    when: 'The identity of a customer is verified.',
  },
  {
    type: 'customer.kyc.expired',
    object: 'customer',
    when: 'A verified identity is due to be assessed again.',
  },
  {
    type: 'customer.kyc.denied',
    object: 'customer',
    when: 'The verification of a customer was denied.',
  },
  {
    type: 'customer.erased',
    object: 'customer',
    when: 'The data of a customer was erased. Earlier events show ids only.',
  },
  {
    type: 'customer.mfa.enabled',
    object: 'customer',
    when: 'A second factor of a customer became active.',
  },
  {
    type: 'customer.mfa.disabled',
    object: 'customer',
    when: 'The second factor of a customer was disabled.',
  },
  {
    type: 'customer.passkey.added',
    object: 'customer',
    when: 'A customer set up a passkey.',
  },
  {
    type: 'customer.passkey.removed',
    object: 'customer',
    when: 'A passkey of a customer was removed.',
  },
] as const;
