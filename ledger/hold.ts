// The events of holds.

export const HOLD_EVENTS = [
  { type: 'hold.placed', object: 'hold', when: 'Money of an account was reserved.' },
  {
    type: 'hold.captured',
    object: 'hold',
    when: 'All or part of a hold was booked; the rest was released.',
  },
  { type: 'hold.released', object: 'hold', when: 'A hold was released; nothing was booked.' },
  { type: 'hold.expired', object: 'hold', when: 'A hold expired; its money was released.' },
] as const;
