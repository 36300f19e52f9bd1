// The port to the payment networks. A real network is connected by its own `RailNetwork`, which is
// added in `openNetworks`; nothing else in the bank knows which network is behind it.

import type { RailPaymentRow } from '../../db/rails/view.ts';
import type { NetworkRail } from '../../ledger/rail.ts';

/** A payment as a network sees it: the row and the external party. */
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
  /** Current time of the developer's clock: milliseconds since 1970 UTC. */
  readonly now: number;
}

/** The answer to a submission. */
export type Submission =
  | {
      readonly kind: 'accepted';
      /** The network's own number of the payment. */
      readonly reference: string;
      /** Expected time of settlement, or null when the network does not say. */
      readonly settlesAt: number | null;
      /** When to ask the network next, or null when it reports by itself. */
      readonly askAt: number | null;
    }
  | { readonly kind: 'refused'; readonly code: string };

/** A network's report on a payment that it has accepted. */
export type RailReport =
  | { readonly kind: 'nothing'; readonly askAt: number | null }
  /**
   * `askAt`: when to ask whether the payment has come back, or null when it cannot come back any
   * more.
   */
  | { readonly kind: 'settled'; readonly askAt: number | null }
  | { readonly kind: 'returned'; readonly code: string };

export interface RailNetwork {
  /** The name in rows and for operators. */
  readonly name: string;
  readonly rails: readonly NetworkRail[];
  /**
   * Submits a payment. The same transaction twice is one payment.
   * @throws when the network is unavailable; the bank retries without limit
   */
  submit(order: RailOrder): Promise<Submission>;
  /** Returns the network's report on a payment. Throws like `submit`. */
  ask(order: RailOrder): Promise<RailReport>;
}
