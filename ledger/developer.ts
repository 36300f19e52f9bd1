// The events of developers and their keys.

export const DEVELOPER_EVENTS = [
  {
    type: 'developer.approved',
    object: 'developer',
    when: 'The application for production was approved.',
  },
  {
    type: 'developer.rejected',
    object: 'developer',
    when: 'The application for production was refused.',
  },
  { type: 'api_key.created', object: 'api_key', when: 'An API key was created.' },
  { type: 'api_key.rotated', object: 'api_key', when: 'Another key replaces an API key.' },
  { type: 'api_key.revoked', object: 'api_key', when: 'An API key was revoked.' },
] as const;
