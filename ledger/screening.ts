// Screening hits: what a list says about a customer, and what a person made of it.

/** `no_hit` is somebody else, and stays so while the name does; `confirmed_hit` is the one. */
export const HIT_STATUSES = ['pending', 'no_hit', 'confirmed_hit'] as const;
export type HitStatus = (typeof HIT_STATUSES)[number];
export type HitDecision = Exclude<HitStatus, 'pending'>;

/** The business events of screening, part of the catalogue in event.ts. */
export const SCREENING_EVENTS = [
  {
    type: 'screening.hit',
    object: 'screening_hit',
    when: 'The name of a customer is like one on a sanctions list.',
  },
  { type: 'screening.resolved', object: 'screening_hit', when: 'A person decided about a hit.' },
] as const;
