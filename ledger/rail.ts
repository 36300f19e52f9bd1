// Payment networks between banks: the methods that use one, the life cycle of a payment on a
// network, and the codes of refusals. The connections are in activities/rails.

import type { Rail } from './transaction.ts';

/** Methods that use a network between banks; `book` and `cash` do not. */
export const NETWORK_RAILS = ['ach', 'wire', 'card', 'sepa'] as const;
export type NetworkRail = (typeof NETWORK_RAILS)[number];

/** The network of a payment; null when it uses none. */
export function networkOf(rail: Rail | null | undefined): NetworkRail | null {
  return NETWORK_RAILS.find((name) => name === rail) ?? null;
}

export const RAIL_STATUSES = [
  'queued',
  'submitting',
  'submitted',
  'settled',
  'returned',
  'rejected',
  'canceled',
] as const;
export type RailStatus = (typeof RAIL_STATUSES)[number];

const EDGES: Readonly<Record<RailStatus, readonly RailStatus[]>> = {
  queued: ['submitting', 'canceled'],
  submitting: ['submitted', 'rejected'],
  submitted: ['settled', 'returned'],
  settled: ['returned'],
  returned: [],
  rejected: [],
  canceled: [],
};

/** True when a payment on a network may go from one status to the other. */
export function isRailEdge(from: RailStatus, to: RailStatus): boolean {
  return EDGES[from].includes(to);
}

/** A code with which a network returns or refuses a payment. */
export interface NetworkCode {
  readonly code: string;
  readonly meaning: string;
}

/** ISO 20022 external codes, as SEPA and the wire systems use them; the most common first. */
const ISO_20022: readonly NetworkCode[] = [
  { code: 'AM04', meaning: 'The funds do not suffice.' },
  { code: 'AC01', meaning: 'The account number is incorrect.' },
  { code: 'AC04', meaning: 'The account is closed.' },
  { code: 'AM03', meaning: 'The network does not carry that currency.' },
  { code: 'MS03', meaning: 'The other bank gives no reason.' },
];

/** Known codes of each network: Nacha, ISO 20022, ISO 8583 and chargebacks. */
export const NETWORK_CODES: Readonly<Record<NetworkRail, readonly NetworkCode[]>> = {
  ach: [
    { code: 'R01', meaning: 'The funds do not suffice.' },
    { code: 'R02', meaning: 'The account is closed.' },
    { code: 'R04', meaning: 'The account number is invalid.' },
    { code: 'R10', meaning: 'The customer says that the debit is not authorised.' },
  ],
  wire: ISO_20022,
  sepa: ISO_20022,
  card: [
    { code: '51', meaning: 'The funds do not suffice.' },
    { code: '05', meaning: 'The issuer does not honour the card.' },
    { code: '14', meaning: 'The card number is invalid.' },
    { code: '54', meaning: 'The card has expired.' },
    { code: '10.4', meaning: 'Chargeback: the cardholder says that the payment is fraud.' },
  ],
};

/** The meaning of a network's code, or a sentence that says that it is unknown. */
export function meaningOf(rail: NetworkRail, code: string): string {
  const entry = NETWORK_CODES[rail].find((entry) => entry.code === code);
  return entry?.meaning ?? 'The network gives a code without a known meaning.';
}
