// States of transactions on a chain. An anchor is never given up: when the chain loses it, another
// is sent.

/** Why the bank sends a transaction to the chain. */
export type ChainTransactionKind = 'anchor' | 'execution' | 'deployment';

/**
 * `queued`: waits for the signer. `signed`: stored, not sent. `sent`: in no block yet. `included`:
 * in a block that the chain may still undo. `final`: in a block that the chain cannot undo.
 * `failed`: the contract refused it. `dropped`: its chain no longer exists.
 */
export type ChainTransactionStatus =
  | 'queued'
  | 'signed'
  | 'sent'
  | 'included'
  | 'final'
  | 'failed'
  | 'dropped';

/** Result of the signer's latest look at the chain. */
export type ChainState =
  | 'unknown'
  | 'ok'
  | 'unreachable'
  | 'wrong_chain'
  | 'no_funds'
  | 'fee_limit'
  | 'no_signer';

/** Status of the anchor of one checkpoint in one contract. */
export type AnchorStatus = 'pending' | 'anchored' | 'confirmed' | 'lost';

/** `waiting`: the chain cannot take an anchor now; `refused`: an operator has to decide. */
export type AnchorState = 'unknown' | 'ok' | 'waiting' | 'refused';

export const ANCHOR_EVENTS = [
  {
    type: 'transaction.anchored',
    object: 'transaction',
    when: 'The leaf of a transaction is final on the chain. Sent only where an enabled endpoint asks for it.',
  },
  {
    type: 'checkpoint.anchored',
    object: 'checkpoint',
    when: 'A checkpoint with postings of yours is final on the chain, with its range of leaves.',
  },
] as const;
