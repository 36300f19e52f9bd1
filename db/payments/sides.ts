// Wallets among the sides of a payment.

/** A wallet stands for its account in the currency of the payment. */
export interface PaymentSides {
  readonly sourceWalletId: string | null;
  readonly destinationWalletId: string | null;
}
