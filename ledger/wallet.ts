// The events of wallets.

export const WALLET_EVENTS = [
  { type: 'wallet.created', object: 'wallet', when: 'A wallet was opened with its accounts.' },
  { type: 'wallet.updated', object: 'wallet', when: 'A currency was added to a wallet.' },
] as const;
