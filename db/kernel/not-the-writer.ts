// The error of a write in a process that is not the writer of its bank.

import { CommitFailed } from './group-commit.ts';

/** Thrown when another process is or becomes the writer; nothing was written. */
export class NotTheWriter extends CommitFailed {
  constructor(detail: string) {
    super(`${detail}: nothing was written`);
  }
}
