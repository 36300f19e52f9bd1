// /v1/accounts/{accountId}/alerts: notifications about the balance of an account.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findAccount } from '../../db/accounts/reads.ts';
import { changeAlert, createAlert as create, removeAlert } from '../../db/alerts/acts.ts';
import { type AlertOwner, findAlert, listAlerts } from '../../db/alerts/reads.ts';
import type { AlertView } from '../../db/alerts/view.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { readIfMatch, setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { listOf, pathId } from '../kit/schemas.ts';
import { alertBody, alertChangeBody, alertSchema, changesOf, termsOf } from './alert-schema.ts';

const PATH = '/v1/accounts/{accountId}/alerts';
const ALERT_PATH = `${PATH}/{alertId}`;
const accountParams = pathId('account', 'accountId');
const alertParams = accountParams.extend(pathId('alert', 'alertId').shape);
const jsonOf = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const answer = (description: string) => ({ description, content: jsonOf(alertSchema) });

const postRoute = createRoute({
  method: 'post',
  path: PATH,
  operationId: 'createAlert',
  bindsKey: true,
  tags: ['accounts'],
  summary: 'Set up an alert about a balance',
  description:
    'Emits balance.alert.triggered, also to webhooks. When the balance is already beyond ' +
    'the threshold, the alert begins as triggered, without an event.',
  request: { params: accountParams, body: { required: true, content: jsonOf(alertBody) } },
  responses: { 201: answer('The alert; for a replay, in its present state.') },
});

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listAlerts',
  tags: ['accounts'],
  summary: 'List the alerts of an account, newest first',
  request: { params: accountParams, query: addMetadataFilters(pageQuery) },
  responses: {
    200: { description: 'A page of alerts.', content: jsonOf(listOf(alertSchema)) },
  },
});

const getRoute = createRoute({
  method: 'get',
  path: ALERT_PATH,
  operationId: 'getAlert',
  tags: ['accounts'],
  summary: 'Read an alert and its state',
  request: { params: alertParams },
  responses: { 200: answer('The alert.') },
});

const updateRoute = createRoute({
  method: 'patch',
  path: ALERT_PATH,
  operationId: 'updateAlert',
  tags: ['accounts'],
  summary: 'Change, pause or resume an alert',
  description: 'Computes the state again, without an event. If-Match is optional.',
  request: { params: alertParams, body: { required: true, content: jsonOf(alertChangeBody) } },
  responses: { 200: answer('The alert after the change.') },
});

const deleteRoute = createRoute({
  method: 'delete',
  path: ALERT_PATH,
  operationId: 'deleteAlert',
  tags: ['accounts'],
  summary: 'Remove an alert for good',
  request: { params: alertParams },
  responses: {
    200: {
      description: 'The object is removed.',
      content: jsonOf(
        z
          .object({ id: z.string(), object: z.literal('alert'), deleted: z.literal(true) })
          .openapi('DeletedAlert'),
      ),
    },
  },
});

function alertOwnerOf(c: Context<AppEnv>, accountId: string): AlertOwner {
  return { tenantId: developerOf(c).tenantId, accountId };
}

async function readAlert(
  c: Context<AppEnv>,
  deps: Deps,
  alertOwner: AlertOwner,
  id: string,
): Promise<AlertView> {
  const alert = await findAlert(servicesOf(c, deps).ledger, alertOwner, id);
  if (!alert) throw new Problem('alert_not_found');
  setEtag(c, alert);
  return alert;
}

export const createAlert = operation('accounts:write', postRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const alertOwner = alertOwnerOf(c, accountId);
  const order = { ...alertOwner, type: body.type, terms: termsOf(body), cause: causeOf(c) };
  const { ledger } = servicesOf(c, deps);
  const { id, replayed } = await ledger.run(create, { ...order, requestHash: hashRequest(body) });
  const alert = await readAlert(c, deps, alertOwner, id);
  if (replayed) c.header('Idempotency-Replayed', 'true');
  return c.json(alert, 201);
});

export const listAccountAlerts = operation('accounts:read', listRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const order = pageOrder('alert', c.req.valid('query'));
  const alertOwner = alertOwnerOf(c, accountId);
  const { ledger } = servicesOf(c, deps);
  if (!(await findAccount(ledger, alertOwner.tenantId, accountId)))
    throw new Problem('account_not_found');
  return c.json(listBody(await listAlerts(ledger, { ...alertOwner, ...order })), 200);
});

export const getAlert = operation('accounts:read', getRoute, (deps) => async (c) => {
  const { accountId = '', alertId = '' } = c.req.valid('param');
  return c.json(await readAlert(c, deps, alertOwnerOf(c, accountId), alertId), 200);
});

export const updateAlert = operation('accounts:write', updateRoute, (deps) => async (c) => {
  const { accountId = '', alertId = '' } = c.req.valid('param');
  const alertOwner = alertOwnerOf(c, accountId);
  const act = { ...alertOwner, alertId, ifVersion: readIfMatch(c), cause: causeOf(c) };
  const { ledger } = servicesOf(c, deps);
  await ledger.run(changeAlert, { ...act, terms: changesOf(c.req.valid('json')) });
  return c.json(await readAlert(c, deps, alertOwner, alertId), 200);
});

export const deleteAlert = operation('accounts:write', deleteRoute, (deps) => async (c) => {
  const { accountId = '', alertId = '' } = c.req.valid('param');
  const act = {
    ...alertOwnerOf(c, accountId),
    alertId,
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  };
  await servicesOf(c, deps).ledger.run(removeAlert, act);
  return c.json({ id: alertId, object: 'alert' as const, deleted: true as const }, 200);
});
