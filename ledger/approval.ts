// The events of approvals by a second person.

export const APPROVAL_EVENTS = [
  {
    type: 'approval.requested',
    object: 'approval',
    when: 'An act requires the approval of a second person.',
  },
  { type: 'approval.granted', object: 'approval', when: 'A second person approved the act.' },
  { type: 'approval.denied', object: 'approval', when: 'A second person denied the act.' },
] as const;
