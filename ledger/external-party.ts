// The external party of a transaction: a payer or payee without an account in this bank.

interface RowWithParty {
  /** JSON, or null without an external party. */
  readonly externalParty: string | null;
}

/** The external party of a row; null when it has none. */
export function externalPartyOf({ externalParty }: RowWithParty) {
  if (externalParty === null) return null;
  return JSON.parse(externalParty) as { readonly name?: string; readonly country?: string };
}

/** The name of the external party; null when the row states none. */
export function partyNameOf(row: RowWithParty) {
  return externalPartyOf(row)?.name ?? null;
}
