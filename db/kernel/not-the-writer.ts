// The error of a write in a process that is not the writer of its bank.

import { CommitFailed } from './group-commit.ts';

/** Another process writes, or is to write: nothing was written. */
export class NotTheWriter extends CommitFailed {
  constructor(detail: string) {
    super(`${detail}: nothing was written`);
  }
}
