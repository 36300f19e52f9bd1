// The event that tells a developer which acknowledged writes the database lost.

export const LOSS_EVENTS = [
  {
    type: 'records.lost',
    object: 'loss',
    when: 'The database lost acknowledged records. The loss lists your transactions, events and deliveries.',
  },
] as const;
