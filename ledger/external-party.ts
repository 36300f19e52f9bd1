// The party of a transaction without an account here, as its row keeps it.

interface WithParty {
  /** JSON. */
  readonly externalParty: string | null;
}

/** The party without an account here; null when there is none. */
export function externalPartyOf({ externalParty }: WithParty) {
  if (externalParty === null) return null;
  return JSON.parse(externalParty) as { readonly name?: string; readonly country?: string };
}

/** The name of the outside party; null when none is named. */
export function partyNameOf(row: WithParty) {
  return externalPartyOf(row)?.name ?? null;
}
