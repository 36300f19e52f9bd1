// Holds past their end that nobody has ended yet: still among the figures of the account row, but
// they count for nothing, so every reader takes them off.

/** Sums of such holds on an account and towards it, minor units. */
export interface RanOut {
  readonly held: number;
  readonly pendingIn: number;
}

/** Reads {@link RanOut}; `@id` and `@now` (milliseconds since 1970 UTC) are bound. */
export const RAN_OUT = `SELECT
  (SELECT coalesce(sum(amount), 0) FROM holds
   WHERE status = 'active' AND account_id = @id AND expires_at <= @now) AS held,
  (SELECT coalesce(sum(amount), 0) FROM holds
   WHERE status = 'active' AND destination_account_id = @id AND expires_at <= @now) AS pendingIn`;
