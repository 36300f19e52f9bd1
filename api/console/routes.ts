// /console: the pages of operators and their sessions.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { TemporalConfig } from '../../bank/config/temporal.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { registerPages } from '../kit/page-routes.ts';
import { registerSession } from '../kit/session-routes.ts';
import { ownOperatorView } from '../ops/operators/operators.ts';

/** Adds `/console` and everything below it. */
export function registerConsole(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const { platform, config } = deps;
  registerSession(app, deps, {
    kind: 'console',
    sessions: () => platform.consoles,
    refusalMessage: 'This is not the key of an active operator.',
    view: ({ caller: { operatorId } }) => ({
      operator: ownOperatorView(deps, operatorId),
      temporalUi: temporalUiOf(config.temporal),
    }),
  });
  registerPages(app, 'console', 'Console');
}

/** Returns the addresses of Temporal's pages for each namespace, or null. */
function temporalUiOf({ uiUrl, namespaces }: TemporalConfig) {
  if (uiUrl === null) return null;
  const page = (name: string) => `${uiUrl}/namespaces/${encodeURIComponent(name)}`;
  return { sandbox: page(namespaces.sandbox), production: page(namespaces.production) };
}
