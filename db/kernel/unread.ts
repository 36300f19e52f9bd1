// What is not found while the server does not answer: an empty answer would be a wrong one.

import { CommitFailed } from './group-commit.ts';

/**
 * What other processes have committed cannot be asked for now: what this one does not find may be
 * there all the same. It heals once the server answers.
 */
export class NotHeard extends CommitFailed {
  constructor(cause?: unknown) {
    super('The database server does not answer: whether it exists cannot be looked up.', { cause });
  }
}
