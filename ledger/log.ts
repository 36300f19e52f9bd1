// The events of the signed log.

export const LOG_EVENTS = [
  { type: 'leaf.erased', object: 'blockchain_record', when: 'The content of a leaf was erased.' },
  {
    type: 'checkpoint.signed',
    object: 'checkpoint',
    when: 'A checkpoint with new postings of yours was signed: they can be proved.',
  },
] as const;
