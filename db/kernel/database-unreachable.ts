// The error of a lookup while the server does not answer: an empty result would be wrong.

import { CommitFailed } from './group-commit.ts';

/**
 * The commits of other processes cannot be read: a row that this process does not find may still
 * exist. Transient: it ends once the server answers.
 */
export class DatabaseUnreachable extends CommitFailed {
  constructor(cause?: unknown) {
    super('The database server does not answer, so the object cannot be looked up.', { cause });
  }
}
