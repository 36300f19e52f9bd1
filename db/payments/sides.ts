// Wallets among the sides of a payment, and why one of them cannot be one.

/** A wallet stands for its account in the currency of the payment. */
export interface PaymentSides {
  readonly sourceWalletId: string | null;
  readonly destinationWalletId: string | null;
}

export type SidesRefusal =
  | { readonly kind: 'wallet_not_found'; readonly pointer: string }
  | { readonly kind: 'currency_not_in_wallet'; readonly pointer: string }
  /** Only a wallet shows it so late. */
  | { readonly kind: 'same_account' };
