// Which part of the bank's work a process does: the bank is one process, and models may be trained
// by another one.

/**
 * `all` does everything; `bank` leaves the training of models to processes with `training`, which
 * do nothing else.
 */
export const ROLES = ['all', 'bank', 'training'] as const;
export type Role = (typeof ROLES)[number];
