// Monitoring for money laundering: the typologies, and the life cycles of alerts and cases. An
// alert is a suspicion with its evidence, a case is a person's work on the alerts of a customer.

export const TYPOLOGIES = [
  'structuring',
  'rapid_movement',
  'fan_in',
  'fan_out',
  'round_tripping',
  'dormant_reactivation',
  'high_risk_country',
  'mule',
  'sanctions_exposure',
] as const;
export type Typology = (typeof TYPOLOGIES)[number];

/** In the order in which an alert moves; it may leave some out and never goes back. */
export const ALERT_STATUSES = ['open', 'in_review', 'escalated', 'closed'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

export const ALERT_RESOLUTIONS = ['false_positive', 'confirmed', 'sar_filed', 'duplicate'] as const;
export type AlertResolution = (typeof ALERT_RESOLUTIONS)[number];

export const CASE_STATUSES = ['open', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** A person's decision about a report to the authority; the bank files none by itself. */
export const SAR_DECISIONS = ['file', 'do_not_file'] as const;
export type SarDecision = (typeof SAR_DECISIONS)[number];

export const AML_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type AmlLevel = (typeof AML_LEVELS)[number];

/** Origin of a run: a request, or the daily sweep. */
export const AML_ORIGINS = ['request', 'daily'] as const;
export type AmlOrigin = (typeof AML_ORIGINS)[number];

/** From 50 on a typology is triggered, so nothing that is triggered is called low or medium. */
export function amlLevelOf(score: number): AmlLevel {
  if (score >= 75) return 'critical';
  if (score >= 50) return 'high';
  return score >= 25 ? 'medium' : 'low';
}

/** True when an alert may come from the one status to the other. */
export function mayMove(from: AlertStatus, to: AlertStatus): boolean {
  return ALERT_STATUSES.indexOf(to) > ALERT_STATUSES.indexOf(from);
}

/** The business events of monitoring, part of the catalogue in event.ts. */
export const AML_EVENTS = [
  { type: 'aml.alert.opened', object: 'aml_alert', when: 'A pattern of laundering was found.' },
  { type: 'aml.alert.updated', object: 'aml_alert', when: 'It has more evidence, or moved on.' },
  { type: 'aml.alert.closed', object: 'aml_alert', when: 'A person said what it was.' },
  { type: 'case.created', object: 'aml_case', when: 'A customer has alerts to be worked on.' },
  { type: 'case.updated', object: 'aml_case', when: 'It got an alert or a note.' },
  { type: 'case.closed', object: 'aml_case', when: 'A person ended it, with a decision.' },
] as const;
