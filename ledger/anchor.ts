// States of transactions on a chain. An anchor is never given up: a chain that lost it gets
// another.

/** Why the bank sends a transaction to the chain. */
export type ChainTransactionKind = 'anchor' | 'execution' | 'deployment';

/**
 * `queued` waits for the signer; `signed` is stored and not sent; `sent` is in no block yet;
 * `included` is in a block that may still be undone; `final` is not undone any more. `failed`: the
 * contract refused it. `dropped`: its chain is gone.
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

/** An anchor row: one checkpoint on its way to one contract. */
export type AnchorStatus = 'pending' | 'anchored' | 'confirmed' | 'lost';

/** `waiting`: the chain cannot take an anchor now; `refused`: an operator has to decide. */
export type AnchorState = 'unknown' | 'ok' | 'waiting' | 'refused';

export const ANCHOR_EVENTS = [
  {
    type: 'transaction.anchored',
    object: 'transaction',
    when: 'Its leaf is on the chain for good; only where an enabled endpoint asks for the event.',
  },
  {
    type: 'checkpoint.anchored',
    object: 'checkpoint',
    when: 'A checkpoint with postings of yours is on the chain for good, with its range of leaves.',
  },
] as const;
