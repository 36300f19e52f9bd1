// The events of developers and their keys.

export const DEVELOPER_EVENTS = [
  { type: 'developer.approved', object: 'developer', when: 'Production is open to you.' },
  { type: 'developer.rejected', object: 'developer', when: 'The application was refused.' },
  { type: 'api_key.created', object: 'api_key', when: 'Another API key was made.' },
  { type: 'api_key.rotated', object: 'api_key', when: 'Another key replaces this one.' },
  { type: 'api_key.revoked', object: 'api_key', when: 'An API key works no more.' },
] as const;
