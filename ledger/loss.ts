// What the bank had acknowledged and its database lost, as a developer hears of it.

export const LOSS_EVENTS = [
  {
    type: 'records.lost',
    object: 'loss',
    when: 'The database lost what was acknowledged: it names your transactions, events and deliveries.',
  },
] as const;
