// The event that lists the acknowledged writes of a developer that the database lost.

export const LOSS_EVENTS = [
  {
    type: 'records.lost',
    object: 'loss',
    when: 'The database lost acknowledged records. The loss lists your transactions, events and deliveries.',
  },
] as const;
