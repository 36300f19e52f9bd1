// The port to the payment networks. A real one is connected by a `RailNetwork` of its own and
// names it in `openNetworks`; nothing else in the bank knows who is behind it.

import type { RailPaymentRow } from '../../db/rails/view.ts';
import type { NetworkRail } from '../../ledger/rail.ts';

/** A payment as a network sees it: the row, and who is outside. */
export interface RailOrder {
  readonly payment: RailPaymentRow;
  /** ISO 4217; the amount of the payment is in its minor units. */
  readonly currency: string;
  readonly party: {
    readonly name: string | null;
    readonly accountNumber: string | null;
    readonly bankCode: string | null;
    readonly country: string | null;
  };
  /** What time it is for the developer: milliseconds since 1970 UTC. */
  readonly now: number;
}

/** The answer to a submission. */
export type Submission =
  | {
      readonly kind: 'taken';
      /** The network's own number for it. */
      readonly reference: string;
      /** When it is expected to settle; null: the network does not say. */
      readonly settlesAt: number | null;
      /** When the network is to be asked next; null: it will call by itself. */
      readonly askAt: number | null;
    }
  | { readonly kind: 'refused'; readonly code: string };

/** What a network says of a payment that it has taken. */
export type RailNews =
  | { readonly kind: 'nothing'; readonly askAt: number | null }
  /** `askAt`: it may still come back, and is asked about then; null: it cannot any more. */
  | { readonly kind: 'settled'; readonly askAt: number | null }
  | { readonly kind: 'returned'; readonly code: string };

export interface RailNetwork {
  /** As rows and operators know it. */
  readonly name: string;
  readonly rails: readonly NetworkRail[];
  /**
   * Hands a payment over. The same transaction twice is one payment.
   * @throws when the network is away: the bank tries again for as long as it takes
   */
  submit(order: RailOrder): Promise<Submission>;
  /** Asks what has become of a payment; the same throws. */
  ask(order: RailOrder): Promise<RailNews>;
}
