// The summaries and details that the permanent workflows show operators. Temporal keeps the summary
// and details of a start only for its first run, so each run sets them again.

export interface PermanentTexts {
  readonly summary: string;
  readonly details: string;
}

export const PERMANENT_WORKFLOWS = {
  lane: {
    summary: 'books requests in groups',
    details:
      'Runs one long activity that accepts and settles the transactions that clients wait ' +
      'for, each group in one commit. Each transaction then has a workflow that says how it ' +
      'ended, its own or one that it shares. It never completes.',
  },
  eventRelay: {
    summary: 'relays the event log to webhook endpoints',
    details:
      'Reads the event log of this ledger and puts each event into the mailbox of the ' +
      'endpoints that subscribe to it. It never completes.',
  },
  chainSigner: {
    summary: 'signs and sends chain transactions',
    details:
      'The only sender of this account on the chain: anchors and contract calls, one nonce ' +
      'after the other. It never completes.',
  },
  schedules: {
    summary: 'starts due payments',
    details:
      'Waits until the next occurrence is due, then starts its payment: several payments in a ' +
      'group, a single one in its own workflow. It never completes.',
  },
  chainAnchoring: {
    summary: 'anchors signed checkpoints on the chain',
    details:
      'Sends the newest signed checkpoint of the log to the chain and follows it until it is ' +
      'final. It never completes.',
  },
} as const satisfies Record<string, PermanentTexts>;
