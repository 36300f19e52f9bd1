// A ledger of which this process knows no row yet: its server has not answered since the process
// started. Nothing is read of it meanwhile, because an empty answer would be a wrong one.

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

/** It heals once the server answers: asked again, the same read succeeds. */
export class LedgerUnread extends CommitFailed {
  /** @param ledger its name */
  constructor(ledger: string) {
    super(`Nothing of ledger ${ledger} can be read yet: its database server does not answer.`);
  }
}
