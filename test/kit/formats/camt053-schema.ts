// Validates statements against ISO 20022's XML schema of camt.053.001.08 with libxml2. Source and
// terms of the schema: iso20022/README.md.

import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

const SCHEMA = {
  fileName: 'camt.053.001.08.xsd',
  contents: readFileSync(new URL('./iso20022/camt.053.001.08.xsd', import.meta.url), 'utf8'),
};

/** Returns the faults of a statement, one sentence each. */
export async function findCamt053Faults(xml: string): Promise<string[]> {
  const validation = await validateXML({
    xml: { fileName: 'statement.xml', contents: xml },
    schema: SCHEMA,
    // Number of pages of 64 KiB: at most one gibibyte.
    maxMemoryPages: 16_384,
  });
  if (validation.valid) return [];
  return validation.errors.map(({ message, rawMessage }) => message || rawMessage);
}
