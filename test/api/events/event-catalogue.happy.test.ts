// The catalogue of events: each has a schema, an example that fits it, and code that emits it.
// Emitting an unlisted event does not compile; events that tests read are checked in
// test/kit/bank/checked-bank.ts.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../api/app.ts';
import { isErasable } from '../../../api/events/catalogue.ts';
import type { Deps } from '../../../api/kit/context.ts';
import { openApiDocuments } from '../../../api/kit/openapi/openapi.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { EVENTS } from '../../../ledger/event.ts';
import { MODULES } from '../../../modules/contents.ts';
import { combineServed, eventsOf } from '../../../modules/module.ts';
import { type JsonObject, violations } from '../../kit/bodies/json-schema.ts';
import { isDeep } from '../../kit/suite/tier.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const catalogue = eventsOf(MODULES);
const isErasedWithCustomer = ({ type, object }: (typeof EVENTS)[number]) =>
  isErasable(type, object, catalogue.objects[object]!);
const TYPES: readonly string[] = EVENTS.map(({ type }) => type);

interface Webhook {
  readonly post: { summary: string; requestBody: { content: { 'application/json': Media } } };
}
interface Media {
  readonly schema: JsonObject;
  readonly example: { type: string; data: { object: { object: string; id: string } } };
}

function buildDocument(): JsonObject {
  const deps = { config: readConfig({}), metrics: { timeRequest: undefined } } as unknown as Deps;
  const timeRequest: Deps['metrics']['timeRequest'] = (_, next) => next();
  const closing = new AbortController().signal;
  const input = { ...deps, metrics: { ...deps.metrics, timeRequest }, closing };
  const app = createApp(input, combineServed(MODULES));
  return JSON.parse(JSON.stringify(openApiDocuments(app, catalogue).developers));
}

describe('every event', () => {
  const root = buildDocument();
  const webhooks = root.webhooks as unknown as Record<string, Webhook>;

  it('is documented exactly once', () => {
    expect(Object.keys(webhooks).sort()).toEqual([...TYPES].sort());
    expect(new Set(TYPES).size).toBe(TYPES.length);
  });

  it.each(EVENTS)('$type has an example of its own object type that fits its schema', (event) => {
    const { schema, example } = webhooks[event.type]!.post.requestBody.content['application/json'];
    expect(violations(root, schema, example)).toEqual([]);
    expect(example.type).toBe(event.type);
    expect(example.data.object.object).toBe(event.object);
    expect(example.data.object.id).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
    // No other schema accepts the example, so no entry of the catalogue has the wrong schema.
    const { object, ...otherFields } = example.data.object;
    expect(violations(root, schema, { ...example, data: { object: otherFields } })).not.toEqual([]);
    expect(object).toBe(event.object);
  });

  it('of an erased customer fits the schema of its type, as docs/build/events.md shows', () => {
    const page = readFileSync(`${ROOT}docs/build/events.md`, 'utf8');
    const [, section = ''] = page.split('## Events of an erased customer');
    const example = JSON.parse(/```json\n(.*?)```/s.exec(section)![1]!);
    expect(example.data.object).toEqual({ id: expect.stringMatching(/^acc_/), erased: true });
    const types = EVENTS.filter(isErasedWithCustomer);
    expect(types.map(({ type }) => type)).toContain(example.type);
    for (const event of EVENTS) {
      const { type, object } = event;
      const { schema } = webhooks[type]!.post.requestBody.content['application/json'];
      const fits = violations(root, schema, { ...example, type }).length === 0;
      expect(fits, `${type} about ${object}`).toBe(isErasedWithCustomer(event));
    }
  });

  // These two tests compile the whole engine, which takes a minute of processor time.
  it.runIf(isDeep)(
    'is emitted by some line of the engine',
    () => {
      expect(TYPES.filter((type) => !listEmittedTypes().has(type))).toEqual([]);
    },
    300_000,
  );

  it.runIf(isDeep)('is reported as not emitted when no line of the engine emits its type', () => {
    expect(listEmittedTypes().has('account.exploded')).toBe(false);
    // These types are only compared with and never emitted.
    expect(listEmittedTypes().size).toBe(TYPES.length);
  });
});

let emittedTypes: Set<string> | undefined;

/**
 * Returns the event types that the engine passes where an event type is expected, according to the
 * compiler. Names in comments, filters and comparisons do not count; a text that is built from
 * parts counts as all of its possible values.
 */
function listEmittedTypes(): Set<string> {
  emittedTypes ??= findEmittedTypes();
  return emittedTypes;
}

function findEmittedTypes(): Set<string> {
  const config = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile).config;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const engine = fileNames.filter((name) => /^(db|activities|api)\//.test(name.slice(ROOT.length)));
  const program = ts.createProgram(engine, options);
  const checker = program.getTypeChecker();
  const types = new Set<string>();

  /** Returns the event types of a literal type; null for any other type. */
  function eventsOf(type: ts.Type | undefined): string[] | null {
    if (!type) return null;
    const isList = checker.isArrayType(type) || checker.isTupleType(type);
    const items = isList ? checker.getTypeArguments(type as ts.TypeReference) : [type];
    const parts = items.flatMap((item) => (item.isUnion() ? item.types : [item]));
    const texts = parts
      .filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
      .map((part) => (part.isStringLiteral() ? part.value : ''));
    return texts.length > 0 && texts.every((text) => TYPES.includes(text)) ? texts : null;
  }

  /** Returns the type that is expected at the node, or undefined if none is expected. */
  function expectationAt(node: ts.Node): ts.Type | undefined {
    if (ts.isShorthandPropertyAssignment(node)) {
      const property = checker.getContextualType(node.parent)?.getProperty(node.name.text);
      return property && checker.getTypeOfSymbolAtLocation(property, node);
    }
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    const isArgument = ts.isExpression(node) && ts.isCallExpression(node.parent);
    return isText || isArgument ? checker.getContextualType(node as ts.Expression) : undefined;
  }

  function visit(node: ts.Node): void {
    if (eventsOf(expectationAt(node)) !== null) {
      const nameNode = ts.isShorthandPropertyAssignment(node) ? node.name : node;
      const texts = eventsOf(checker.getTypeAtLocation(nameNode)) ?? [];
      // A parameter of any event type does not show which events are emitted.
      if (texts.length < TYPES.length) for (const text of texts) types.add(text);
    }
    ts.forEachChild(node, visit);
  }
  for (const name of engine) {
    const source = program.getSourceFile(name);
    if (source) visit(source);
  }
  return types;
}
