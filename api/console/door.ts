// /console: the pages of the bank's own people, and their sessions.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv, Deps } from '../kit/context.ts';
import { registerPages } from '../kit/page-door.ts';
import { registerSession } from '../kit/session-door.ts';
import { ownOperatorView } from '../ops/operators/operators.ts';

/** Adds `/console` and everything below it. */
export function registerConsole(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const { platform, config } = deps;
  registerSession(app, deps, {
    kind: 'console',
    sessions: () => platform.consoles,
    refused: 'This is not the key of an active operator.',
    view: ({ caller: { operatorId } }) => ({
      operator: ownOperatorView(deps, operatorId),
      // It answers on this machine only (scripts/run/host-guard.mjs).
      temporalUi: config.temporalExternal ? null : `http://127.0.0.1:${config.temporalUiPort}`,
    }),
  });
  registerPages(app, 'console', 'Console');
}
