// The events of holds.

export const HOLD_EVENTS = [
  { type: 'hold.placed', object: 'hold', when: 'Money of an account was set aside.' },
  { type: 'hold.captured', object: 'hold', when: 'All or part of it was booked, the rest freed.' },
  { type: 'hold.released', object: 'hold', when: 'It was freed and nothing was booked.' },
  { type: 'hold.expired', object: 'hold', when: 'Its time ran out and it was freed.' },
] as const;
