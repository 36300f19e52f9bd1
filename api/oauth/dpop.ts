// Checks proofs of possession (DPoP, RFC 9449): a proof must be for this request, recent, signed by
// the key of the token, and used once.

import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';

export const DPOP_ALGORITHMS = ['ES256', 'EdDSA', 'RS256', 'PS256'] as const;

/** Seconds by which the clock of a client may differ. */
const SKEW_SECONDS = 60;
const LONGEST_PROOF = 4_096;

export interface PresentedProof {
  readonly proof: string;
  readonly token: string;
  /** Thumbprint of the key to which the token is bound. */
  readonly jkt: string;
  readonly method: string;
  /** URL of the request without the query. */
  readonly url: string;
}

/**
 * Returns the fault of a proof, or null when the proof is valid.
 * @param isFirstUse returns true when a proof with this id is presented for the first time
 */
export async function findProofFault(
  { proof, token, jkt, method, url }: PresentedProof,
  isFirstUse: (jti: string, untilSeconds: number) => Promise<boolean>,
): Promise<string | null> {
  if (proof === '' || proof.length > LONGEST_PROOF) return 'The header DPoP has no proof.';
  const options = { algorithms: [...DPOP_ALGORITHMS], typ: 'dpop+jwt' };
  const verified = await jwtVerify(proof, EmbeddedJWK, options).catch(() => null);
  if (!verified) return 'The signature of the DPoP proof is not valid.';
  const { payload, protectedHeader } = verified;
  const { jti, iat, htm, htu, ath } = payload;
  const now = Math.floor(Date.now() / 1000);
  if (typeof iat !== 'number' || Math.abs(now - iat) > SKEW_SECONDS) {
    return 'The DPoP proof is too old or from the future: check the clock.';
  }
  if (htm !== method || !isSameUrl(htu, url)) return 'The DPoP proof is for another request.';
  if (ath !== createHash('sha256').update(token).digest('base64url')) {
    return 'The DPoP proof is for another token.';
  }
  const { jwk } = protectedHeader;
  if (!jwk || (await calculateJwkThumbprint(jwk)) !== jkt) {
    return 'The DPoP proof is signed with another key.';
  }
  if (typeof jti !== 'string' || jti === '' || jti.length > 256) return 'The DPoP proof has no id.';
  const isFirst = await isFirstUse(jti, now + 2 * SKEW_SECONDS).catch(() => false);
  return isFirst ? null : 'The DPoP proof was used before.';
}

function isSameUrl(htu: unknown, url: string): boolean {
  const claimedUrl = typeof htu === 'string' ? URL.parse(htu) : null;
  if (!claimedUrl) return false;
  claimedUrl.search = '';
  claimedUrl.hash = '';
  return claimedUrl.href === new URL(url).href;
}
