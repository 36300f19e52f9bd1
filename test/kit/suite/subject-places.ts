// The places of each subject's code and tests. The modules of a run decide which tests it has: those
// of an absent subject do not run.

/** The code of each subject, without which a bank can be opened. */
const SUBJECTS: Readonly<Record<string, readonly RegExp[]>> = {
  access: [/^(api\/(mfa|passkeys|oauth)|db\/(mfa|passkeys))\//, /^api\/developer\/oauth-/],
  kyc: [
    /^(api|api\/ops|db)\/kyc\/|^api\/sandbox\/kyc-/,
    /^ai\/(documents|watchlists)\/|^(activities|workflows|bank\/sweeps)\/kyc/,
  ],
  screening: [/^(api|api\/ops|db|ai)\/screening\//],
  aml: [/^(api|api\/ops|db|ai)\/aml\//],
  risk: [/^(api|api\/ops|db|ai)\/risk\/|^api\/sandbox\/fraud-/, /^workflows\/training-on-ledger/],
  credit: [/^(api|api\/ops|db|ai)\/credit\//],
  decisions: [/^(api|api\/ops|db|ai)\/decisions\//],
  models: [
    /^(api\/ops|api)\/models\/|^models\/|^ai\/serving\//,
    /^(activities|workflows)\/(model-|training|scoring|deployment)/,
    /^db\/(models|model-alarms|inventory|deployments|drift|trainings|scorings)\//,
  ],
  language: [
    /^api\/language\/|^ai\/(answers|intents|conversation|phrasing|english)\//,
    /^db\/(intents|conversations)\//,
  ],
  insight: [/^(api|ai)\/insight\//],
  anchoring: [
    /^api\/(blockchain\/anchoring|ops\/blockchain\/chain|sandbox\/chain-reorg)/,
    /^(activities|workflows)\/(anchoring|chain)/,
  ],
  contracts: [
    /^api\/blockchain\/(contract|execut|simulate)|^api\/ops\/blockchain\/execute/,
    /^db\/executions\/|^(activities\/executions|workflows\/contract-execution)/,
  ],
  webhooks: [
    /^(api|db|activities)\/webhooks\/|^api\/(ops\/events\/deliveries|sandbox\/webhook-)/,
    /^(activities\/(delivering|mailbox)|workflows\/webhook)/,
  ],
  archives: [/^db\/archives\/|^api\/(ops\/events\/archives|events\/archive-)/],
  pages: [/^(api|pages)\/(console|portal)\//],
};

/** The subject of a file of code; null for the core. */
export const subjectOf = (path: string) =>
  Object.keys(SUBJECTS).find((name) => SUBJECTS[name]?.some((place) => place.test(path))) ?? null;

/** Folders of tests that have the name of their subject. */
const NAMED = /^(?:api|db|ai)\/(\w+)\//;

/**
 * The subject of a test file, which is in the place of the code that it tests; null for others.
 * `workflows/unwind-kyc.test.ts` lets the steps of the workflows of `kyc` fail.
 */
export function subjectOfTest(path: string): string | null {
  const place = path.replace(/^test\//, '').replace(/^workflows\/unwind-/, 'workflows/');
  const [, folder = ''] = NAMED.exec(place) ?? [];
  return folder in SUBJECTS ? folder : subjectOf(place);
}
