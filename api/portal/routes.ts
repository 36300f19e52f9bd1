// /portal: the pages of developers and their sessions. A session has the environment, the scopes
// and the allowed networks of the key that opened it.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv, Deps } from '../kit/context.ts';
import { registerPages } from '../kit/page-routes.ts';
import { registerSession } from '../kit/session-routes.ts';
import { registerPortalPasskeys } from './passkeys.ts';
import { registerPortalSignIn } from './sign-in.ts';

/** Adds `/portal` and everything below it. */
export function registerPortal(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const { platform, config } = deps;
  const session = registerSession(app, deps, {
    kind: 'portal',
    sessions: () => platform.portals,
    refusalMessage: 'This API key is not valid, or not valid from this address.',
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
