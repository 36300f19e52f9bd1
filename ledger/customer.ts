// The events of customers.

export const CUSTOMER_EVENTS = [
  { type: 'customer.created', object: 'customer', when: 'A customer was created.' },
  { type: 'customer.updated', object: 'customer', when: 'Fields of a customer changed.' },
  {
    type: 'customer.kyc.pending',
    object: 'customer',
    when: 'The identity is being checked.',
  },
  {
    type: 'customer.kyc.awaiting_documents',
    object: 'customer',
    when: 'The verification needs documents.',
  },
  {
    type: 'customer.kyc.manual_review',
    object: 'customer',
    when: 'A person looks at the identity.',
  },
  { type: 'customer.kyc.verified', object: 'customer', when: 'The identity is verified.' },
  {
    type: 'customer.kyc.expired',
    object: 'customer',
    when: 'A verified identity is due to be assessed again.',
  },
  { type: 'customer.kyc.denied', object: 'customer', when: 'The verification was refused.' },
  {
    type: 'customer.erased',
    object: 'customer',
    when: 'What the bank held about the customer was erased; earlier events show ids only.',
  },
  {
    type: 'customer.mfa.enabled',
    object: 'customer',
    when: 'A second factor of the customer counts from now on.',
  },
  {
    type: 'customer.mfa.disabled',
    object: 'customer',
    when: 'The second factor of the customer counts no more.',
  },
  {
    type: 'customer.passkey.added',
    object: 'customer',
    when: 'The customer set up a passkey.',
  },
  {
    type: 'customer.passkey.removed',
    object: 'customer',
    when: 'A passkey of the customer counts no more.',
  },
] as const;
