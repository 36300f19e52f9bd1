// Acknowledged writes that a database lost, as a developer's events.

export const LOSS_EVENTS = [
  {
    type: 'records.lost',
    object: 'loss',
    when: 'The database lost what was acknowledged: it names your transactions, events and deliveries.',
  },
] as const;
