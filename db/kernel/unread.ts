// A ledger of which this process knows no row yet: its server has not answered since the process
// started. Nothing is read of it meanwhile, because an empty answer would be a wrong one.

import { CommitFailed } from './group-commit.ts';

/** It heals once the server answers: asked again, the same read succeeds. */
export class LedgerUnread extends CommitFailed {
  /** @param ledger its name */
  constructor(ledger: string) {
    super(`Nothing of ledger ${ledger} can be read yet: its database server does not answer.`);
  }
}
