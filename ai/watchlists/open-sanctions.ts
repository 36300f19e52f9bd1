// Adapter to the matching API of OpenSanctions (POST /match/{dataset}), hosted by them or by the
// operator (yente). It covers politically exposed persons, their families, and records of crime and
// regulators. It does not read the press, so it never reports the absence of adverse media.

import type { WatchAnswer, WatchAnswers } from '../../ledger/decisions/kyc-watch.ts';
import { askTwice, UnsoundAnswer, type WatchedPerson, type WatchProvider } from './provider.ts';

export interface OpenSanctionsTerms {
  /** Address of the API, e.g. `https://api.opensanctions.org`. */
  readonly url: string;
  readonly dataset: string;
  /** Key that is sent as `ApiKey …`; null for an own instance without keys. */
  readonly key: string | null;
  readonly timeoutMs: number;
}

interface Match {
  readonly id: string;
  readonly score: number;
  readonly match: boolean;
  readonly topics: readonly string[];
}

const MAX_BYTES = 1024 * 1024;
/** The API's own default. */
const THRESHOLD = 0.7;
const MAX_ENTRIES = 10;
const EXPOSED_TOPICS = /^role\.(?:pep|rca)$/;
const ADVERSE_TOPICS = /^(?:crime(?:\..+)?|wanted|reg\.action|reg\.warn|debarment|corp\.disqual)$/;
const SOURCE = 'OpenSanctions';

/** Connects the API. */
export function openSanctions(terms: OpenSanctionsTerms): WatchProvider {
  return askTwice(SOURCE, async (people) => {
    const queries = Object.fromEntries(
      people.map((person, index) => [`q${index}`, queryOf(person)]),
    );
    const answer = await askProvider(terms, queries);
    return watchResultOf(Object.keys(queries).flatMap((name) => matchesOf(answer, name, queries)));
  });
}

type Query = ReturnType<typeof queryOf>;

function queryOf({ type, names, dateOfBirth, countries }: WatchedPerson) {
  const isPerson = type === 'individual';
  return {
    schema: isPerson ? 'Person' : 'Company',
    properties: {
      name: names,
      ...(isPerson && dateOfBirth ? { birthDate: [dateOfBirth] } : {}),
      ...(countries.length > 0 ? { country: countries.map((code) => code.toLowerCase()) } : {}),
    },
  };
}

async function askProvider(
  { url, dataset, key, timeoutMs }: OpenSanctionsTerms,
  queries: Readonly<Record<string, Query>>,
): Promise<unknown> {
  const target = `${url.replace(/\/$/, '')}/match/${encodeURIComponent(dataset)}`;
  const response = await fetch(`${target}?threshold=${THRESHOLD}&limit=${MAX_ENTRIES}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === null ? {} : { authorization: `ApiKey ${key}` }),
    },
    body: JSON.stringify({ queries }),
    // Redirects are not followed, because they would send customers' names elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !/^application\/json\b/.test(type)) {
    await response.body?.cancel();
    throw new UnsoundAnswer(`it answered with status ${response.status}`);
  }
  return jsonOf(await textOf(response));
}

function jsonOf(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (body === undefined) throw new UnsoundAnswer('its answer is no JSON');
  return body;
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection, so the rest is not read.
    if (bytes > MAX_BYTES) throw new UnsoundAnswer('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the matches of one query, after checking that the answer belongs to it. */
function matchesOf(
  answer: unknown,
  name: string,
  queries: Readonly<Record<string, Query>>,
): readonly Match[] {
  const response = fieldOf(fieldOf(answer, 'responses'), name);
  const results = fieldOf(response, 'results');
  const echoed = fieldOf(fieldOf(fieldOf(response, 'query'), 'properties'), 'name');
  const isAbout = JSON.stringify(echoed) === JSON.stringify(queries[name]?.properties.name);
  if (fieldOf(response, 'status') !== 200 || !Array.isArray(results) || !isAbout) {
    throw new UnsoundAnswer('its answer is not about what was asked');
  }
  return results.map(matchOf);
}

/** Returns an entry's id and kinds of lists; its text is not used. */
function matchOf(value: unknown): Match {
  const id = fieldOf(value, 'id');
  const score = fieldOf(value, 'score');
  const match = fieldOf(value, 'match');
  const topics = fieldOf(fieldOf(value, 'properties'), 'topics') ?? [];
  const isSound =
    typeof id === 'string' &&
    /^[\w.:-]{1,80}$/.test(id) &&
    typeof score === 'number' &&
    score >= 0 &&
    score <= 1 &&
    typeof match === 'boolean' &&
    Array.isArray(topics) &&
    topics.every((topic) => typeof topic === 'string');
  if (!isSound) throw new UnsoundAnswer('its answer has an entry of another shape');
  return { id, score, match, topics: topics as string[] };
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function watchResultOf(matches: readonly Match[]): WatchAnswers {
  // Either the match flag or the score suffices.
  const nearMatches = matches.filter(({ match, score }) => match || score >= THRESHOLD);
  const withTopic = (list: RegExp) =>
    nearMatches.filter(({ topics }) => topics.some((topic) => list.test(topic)));
  const answerWith = (entries: readonly Match[]): WatchAnswer => {
    const ids = [...new Set(entries.map(({ id }) => id))].slice(0, MAX_ENTRIES);
    return { kind: 'found', source: SOURCE, entries: ids };
  };
  const [exposed, adverse] = [withTopic(EXPOSED_TOPICS), withTopic(ADVERSE_TOPICS)];
  return {
    pep: exposed.length > 0 ? answerWith(exposed) : { kind: 'clear', source: SOURCE },
    adverse_media: adverse.length > 0 ? answerWith(adverse) : { kind: 'not_configured' },
  };
}
