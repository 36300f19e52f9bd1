// Converts a registered app to the form of the OAuth library.

import type { ClientMetadata } from 'oidc-provider';
import type { OAuthClient } from '../../db/platform/oauth.ts';

/** Returns the metadata of an app by the names of RFC 7591, with the hash of the secret. */
export function metadataOf(row: OAuthClient): ClientMetadata {
  const isPublic = row.type === 'public';
  const hasRedirects = row.redirectUris.length > 0;
  const flows = hasRedirects ? ['authorization_code', 'refresh_token'] : [];
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: row.redirectUris.every(isWeb) ? 'web' : 'native',
    redirect_uris: [...row.redirectUris],
    grant_types: isPublic ? flows : [...flows, 'client_credentials'],
    response_types: hasRedirects ? ['code'] : [],
    response_modes: ['query'],
    scope: ['openid', 'offline_access', row.scopes].join(' '),
    subject_type: 'public',
    ...(row.secretHash === null
      ? { token_endpoint_auth_method: 'none' as const }
      : {
          token_endpoint_auth_method: 'client_secret_basic' as const,
          client_secret: row.secretHash.toString('hex'),
        }),
  };
}

/**
 * True for the address of a server or a page. Every other address belongs to an app on a device.
 */
function isWeb(uri: string): boolean {
  return uri.startsWith('https:');
}
