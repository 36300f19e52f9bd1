// The role of a process: the bank is one process, and a second one may train models.

/**
 * `all` does everything; `bank` leaves the training of models to processes with `training`, which
 * do nothing else.
 */
export const ROLES = ['all', 'bank', 'training'] as const;
export type Role = (typeof ROLES)[number];
