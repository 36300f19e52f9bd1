// The events of approvals by a second person.

export const APPROVAL_EVENTS = [
  { type: 'approval.requested', object: 'approval', when: 'A second person has to agree.' },
  { type: 'approval.granted', object: 'approval', when: 'A second person agreed.' },
  { type: 'approval.denied', object: 'approval', when: 'A second person refused.' },
] as const;
