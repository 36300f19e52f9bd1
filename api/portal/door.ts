// /portal: the pages of developers, and their sessions. A session has the properties of the key
// that opened it: the environment, the scopes, the allowed networks.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv, Deps } from '../kit/context.ts';
import { registerPages } from '../kit/page-door.ts';
import { registerSession } from '../kit/session-door.ts';
import { registerPortalPasskeys } from './passkeys.ts';
import { registerPortalSignIn } from './sign-in.ts';

/** Adds `/portal` and everything below it. */
export function registerPortal(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const { platform, config } = deps;
  const session = registerSession(app, deps, {
    kind: 'portal',
    sessions: () => platform.portals,
    refused: 'This is not an API key that works, or not from this address.',
    async view({ caller: { developerId, keyId, environment, scopes } }) {
      const company = (await platform.findDeveloper(developerId))?.company ?? '';
      const address = config.publicUrl;
      return {
        developer: { id: developerId, company },
        keyId,
        environment,
        scopes: [...scopes],
        address,
      };
    },
  });
  registerPortalSignIn(app, deps, session);
  registerPortalPasskeys(app, deps);
  registerPages(app, 'portal', 'Developer portal');
}
