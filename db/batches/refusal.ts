// Reasons why an item of a batch is not booked, besides the rejections of its transaction.

/**
 * Thrown when an item prevents the booking of an atomic batch; rolls back the items booked before
 * it.
 */
export class ItemRefusal extends Error {
  readonly index: number;
  readonly code: string;
  readonly pointer: string | null;

  constructor(
    { code, message, pointer = null }: Reason,
    { index, cause }: { readonly index: number; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.index = index;
    this.code = code;
    this.pointer = pointer;
  }
}

export interface Reason {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string | null;
}

export const NO_ACCOUNT: Reason = {
  code: 'account_not_found',
  message: 'No account has that id.',
};
export const DUPLICATE_REFERENCE: Reason = {
  code: 'duplicate_reference',
  message: 'Another transaction already has that reference.',
  pointer: '/reference',
};
export const FAULT: Reason = {
  code: 'technical_fault',
  message: 'A technical fault ended the transaction; nothing was booked.',
};
