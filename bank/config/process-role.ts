// The role of a process. The bank is one process; others may train models.

/**
 * `all` does everything. `bank` leaves the training of models to processes with the role
 * `training`, which do nothing else.
 */
export const ROLES = ['all', 'bank', 'training'] as const;
export type Role = (typeof ROLES)[number];
