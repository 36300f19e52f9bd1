// The OpenAPI document has no names that collide in generated clients. Generators name a part of a
// schema after the schema and the field: the values of `status` in `Payment` become
// `PaymentStatus`, and a component with that name would be dropped.

import { describe, expect, it } from 'vitest';
import { CONDITIONAL } from '../../../api/kit/etag.ts';
import { type JsonObject, violations } from '../../kit/bodies/json-schema.ts';
import { readCommitted } from '../../kit/bodies/openapi.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

/** Files and endless streams need no example in the document, because the guides show them. */
const isFile = (type: string) => !/json|form-data/.test(type);

const DOCUMENTS = ['openapi.json', 'ops-openapi.json'] as const;

const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^a-zA-Z\d]+/)
    .filter(Boolean);
const classOf = (name: string) =>
  wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

/** Returns the names that generators make for parts of a schema without a name. */
function generatedNamesOf(name: string, schema: Schema): string[] {
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const ownNames = Object.entries(schema.properties ?? {}).flatMap(([field, part]) => {
    const innerSchema = part.items ?? part;
    const partName = `${name}${classOf(field)}${part.items ? 'Item' : ''}`;
    // An object of any fields is a class of its own, too.
    const isMade = innerSchema.enum !== undefined || innerSchema.type === 'object';
    return isMade
      ? [partName, ...generatedNamesOf(partName, innerSchema)]
      : generatedNamesOf(partName, innerSchema);
  });
  return [...ownNames, ...parts.flatMap((part) => generatedNamesOf(name, part))];
}

const duplicatesOf = (names: readonly string[]) => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

describe.each(DOCUMENTS)('%s', (file) => {
  const document = readCommitted(file) as unknown as {
    paths: Record<string, Record<string, DocumentedOperation>>;
    components: { schemas: Record<string, Schema>; responses?: Record<string, Answer> };
  };
  const { schemas } = document.components;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

  it('no two components, and no two operations, get the same generated name', () => {
    expect(duplicatesOf(Object.keys(schemas).map(classOf))).toEqual([]);
    expect(duplicatesOf(operations.map(({ operationId }) => classOf(operationId)))).toEqual([]);
  });

  it('no component has the name that a generator gives to a part of another component', () => {
    const names = new Set(Object.keys(schemas).map(classOf));
    const generatedNames = Object.entries(schemas).flatMap(([name, schema]) =>
      generatedNamesOf(classOf(name), schema),
    );
    expect([...new Set(generatedNames.filter((name) => names.has(name)))]).toEqual([]);
  });

  it('no two parts of components get the same generated name', () => {
    const owners = new Map<string, string>();
    const results: string[] = [];
    for (const [name, schema] of Object.entries(schemas)) {
      for (const generatedName of new Set(generatedNamesOf(classOf(name), schema))) {
        const owner = owners.get(generatedName);
        if (owner !== undefined) results.push(`${generatedName}: ${owner}, ${name}`);
        owners.set(generatedName, name);
      }
    }
    expect(results).toEqual([]);
  });

  it("no component has the name of another component's generated constructor", () => {
    const names = new Set(Object.keys(schemas));
    expect([...names].filter((name) => names.has(`New${name}`))).toEqual([]);
  });

  it('no field has the type null alone, and none has an open bound', () => {
    const results: string[] = [];
    const visit = (value: unknown, path: string, isOneOfSeveral = false) => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as Schema).type === 'null' && !isOneOfSeveral) results.push(path);
      if ('exclusiveMinimum' in value || 'exclusiveMaximum' in value) results.push(path);
      for (const [name, innerValue] of Object.entries(value)) {
        visit(innerValue, `${path}/${name}`, /\/(oneOf|anyOf)$/.test(path));
      }
    };
    visit(schemas, '');
    expect(results).toEqual([]);
  });

  it('an operation declares If-Match, with its 412, exactly when it accepts If-Match', () => {
    for (const { operationId, parameters = [], responses } of operations) {
      const isDeclared = parameters.some(
        (parameter) => parameter.in === 'header' && parameter.name === 'if-match',
      );
      expect(isDeclared, operationId).toBe(CONDITIONAL.has(operationId));
      expect(responses['412'] !== undefined, operationId).toBe(isDeclared);
    }
  });

  it('each body and each answer has an example, and each answer declares its headers', () => {
    const { responses: sharedResponses = {} } = document.components;
    const missingAnswers = operations.flatMap(({ operationId, requestBody, responses }) => {
      const answers = Object.entries(responses).map(([status, answer]) => {
        const name = answer.$ref?.split('/').at(-1);
        return [status, name === undefined ? answer : (sharedResponses[name] ?? {})] as const;
      });
      const parts = [['body', requestBody ?? {}] as const, ...answers];
      return [
        ...parts.flatMap(([part, { content = {} }]) =>
          Object.entries(content)
            .filter(([type, { example }]) => !isFile(type) && example === undefined)
            .map(([type]) => `${operationId} ${part} ${type}`),
        ),
        ...answers.flatMap(([status, { headers }]) =>
          headers ? [] : [`${operationId} ${status}`],
        ),
      ];
    });
    expect(missingAnswers).toEqual([]);
  });

  it('an example fits its schema', () => {
    const wholeClient = readCommitted(file);
    const faults = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
        Object.entries(content).flatMap(([type, media]) => {
          const { example, schema } = media as { example?: unknown; schema?: JsonObject };
          if (isFile(type) || !schema || /form-data/.test(type)) return [];
          return violations(wholeClient, schema, example).map(
            (value) => `${operationId}: ${value}`,
          );
        }),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('a refusal shows a problem with its status', () => {
    const responseEntries = operations.flatMap(({ responses }) => Object.entries(responses));
    for (const [status, { $ref = '' }] of responseEntries.filter(([status]) => /^4/.test(status))) {
      const { content } = document.components.responses?.[$ref.split('/').at(-1) ?? ''] ?? {};
      const [media] = Object.values(content ?? {});
      expect(media?.example).toMatchObject({ status: Number(status) });
    }
  });
});
