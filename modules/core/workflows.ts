// Workflows of the module, for the workflow sandbox. Their names are part of histories: never
// rename one.

export { batch } from '../../workflows/batch.ts';
export { clock } from '../../workflows/clock.ts';
export { eventRelay } from '../../workflows/event-relay.ts';
export { lane } from '../../workflows/lane.ts';
export { mail } from '../../workflows/mail.ts';
export { productionApplication } from '../../workflows/production-application.ts';
export { railPayment } from '../../workflows/rail-payment.ts';
export { schedule } from '../../workflows/schedule.ts';
export { schedules } from '../../workflows/schedules.ts';
export { transfer } from '../../workflows/transfer.ts';
export { transfers } from '../../workflows/transfers.ts';
