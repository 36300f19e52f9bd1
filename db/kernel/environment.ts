// The two environments of a bank: play money and real money.

export type EnvironmentName = 'sandbox' | 'production';
