// Units of a currency in a euro, roughly, as of 2025: the size of a payment in a currency for which the rates
// in force have none. Nothing is exchanged or booked at them.

const PER_EURO = (
  'AED 4.2 AFN 80 ALL 98 AMD 440 ANG 2 AOA 1030 ARS 1500 AWG 2 AZN 1.9 BAM 1.96 BBD 2.3 BDT 138 BGN 1.96 ' +
  'BHD 0.43 BIF 3300 BMD 1.13 BND 1.5 BOB 7.8 BSD 1.13 BTN 98 BWP 15 BYN 3.6 BZD 2.3 CDF 2900 CLP 1080 COP 4600 ' +
  'CRC 575 CUP 27 CVE 110 DJF 201 DOP 69 DZD 151 EGP 55 ERN 17 ETB 155 FJD 2.6 FKP 0.86 GEL 3.1 GHS 13 GIP 0.86 ' +
  'GMD 81 GNF 9800 GTQ 8.7 GYD 236 HNL 29 HTG 148 IQD 1480 IRR 48000 JMD 181 JOD 0.8 KES 146 KGS 99 KHR 4540 ' +
  'KMF 492 KPW 1020 KWD 0.35 KYD 0.94 KZT 590 LAK 24500 LBP 101000 LKR 340 LRD 226 LSL 20 LYD 6.2 MAD 10.6 MDL 19.6 ' +
  'MGA 5100 MKD 61.6 MMK 2370 MNT 4050 MOP 9.1 MRU 45 MUR 52 MVR 17.4 MWK 1960 MZN 72 NAD 20 NGN 1750 NIO 41.5 NPR 157 ' +
  'OMR 0.43 PAB 1.13 PEN 4.1 PGK 4.7 PKR 320 PYG 8500 QAR 4.1 RSD 117 RUB 92 RWF 1630 SAR 4.2 SBD 9.5 SCR 16.5 SDG 680 ' +
  'SHP 0.86 SLE 26 SOS 645 SRD 43 SSP 5000 STN 24.5 SVC 9.9 SYP 14000 SZL 20 TJS 11 TMT 3.95 TND 3.4 TOP 2.7 TTD 7.7 TWD 35 ' +
  'TZS 2900 UAH 48 UGX 4100 UYU 46 UZS 14200 VED 150 VES 150 VND 29800 VUV 136 WST 3.1 XAF 656 XCD 3 XCG 2 XOF 656 XPF 119 ' +
  'YER 275 ZMW 27 ZWG 30'
).split(' ');

const perEuro = new Map(
  PER_EURO.flatMap((code, at) => (at % 2 === 0 ? [[code, Number(PER_EURO[at + 1])] as const] : [])),
);

/** Euros that so many units of a currency are, roughly; null for a currency of which nothing is known. */
export function roughEuros(units: number, currency: string): number | null {
  const rate = perEuro.get(currency);
  return rate === undefined ? null : units / rate;
}
