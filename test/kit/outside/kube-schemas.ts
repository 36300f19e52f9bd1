// JSON Schemas for kubeconform from the OpenAPI document of Kubernetes, which is in its Go module
// `k8s.io/cli-runtime` (artifacts/openapi/swagger.json): so the check needs no network.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Schema = { [key: string]: unknown };
interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const REF = '#/definitions/';

/** Makes a schema strict, as `kubeconform -strict` requires: an unknown property is an error. */
function closeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeSchema);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  if (schema.format === 'int-or-string') return { type: ['string', 'integer'] };
  const all = Object.entries(schema).map(
    ([key, property]) => [key, closeSchema(property)] as const,
  );
  const strictSchema: Schema = Object.fromEntries(all);
  if (strictSchema.properties !== undefined && strictSchema.additionalProperties === undefined) {
    strictSchema.additionalProperties = false;
  }
  return strictSchema;
}

/** Returns the names of a definition and of those that it refers to. */
function listNeededDefinitions(
  name: string,
  definitions: Readonly<Record<string, Schema>>,
): Set<string> {
  const needed = new Set([name]);
  for (const name of needed) {
    const text = JSON.stringify(definitions[name] ?? {});
    for (const [, ref = ''] of text.matchAll(/"#\/definitions\/([^"]+)"/g)) needed.add(ref);
  }
  return needed;
}

/**
 * Writes a schema for each kind into a new folder.
 * @returns the value for kubeconform's `-schema-location`
 */
export function writeSchemas(openApiFile: string): string {
  const { definitions } = JSON.parse(readFileSync(openApiFile, 'utf8')) as {
    definitions: Record<string, Schema>;
  };
  const folder = mkdtempSync(join(tmpdir(), 'kube-schemas-'));
  for (const [name, schema] of Object.entries(definitions)) {
    const gvks = (schema['x-kubernetes-group-version-kind'] ?? []) as Gvk[];
    const needed = [...listNeededDefinitions(name, definitions)].map((name) => [
      name,
      closeSchema(definitions[name]),
    ]);
    const text = JSON.stringify({ $ref: `${REF}${name}`, definitions: Object.fromEntries(needed) });
    for (const { group, version, kind } of gvks) {
      const suffix = group === '' ? version : `${group.split('.')[0]}-${version}`;
      writeFileSync(join(folder, `${kind.toLowerCase()}-${suffix}.json`), text);
    }
  }
  return join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json');
}
